package dev.hindsight.trainer.branch;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditedPlaces;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Npy;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.zip.ZipOutputStream;

/// Saves what agents driven by hand observed and did as an NPZ file, to learn from: a row for each
/// tick at which such an agent acted, with a flag for the ticks at which a person chose the action.
///
/// The arrays, for N rows in the order of agents, then ticks: `observation` `[N, D]`, `action`
/// `[N]` joint actions or `[N, k]` numbers, `agent`, `tick`, `trial`, `trial_tick` `[N]` (all from
/// 0), `by_hand` `[N]` bool, and, if recorded, `reward`, `terminal`, `truncation` and `end` `[N]`,
/// the results of the row's action. Rows in limbo are left out.
///
/// @param rollout a branch in which a person chose actions, open
/// @param agent the agent to save; empty for all that were driven by hand
/// @param ticks the ticks to save
/// @param out the file to write; it appears whole or not at all
public record Demonstration(Rollout rollout, OptionalInt agent, RequestedTicks ticks, Path out)
    implements Job<Demonstration.Report> {
  /// The result.
  ///
  /// @param file the finished file
  /// @param rows N
  /// @param byHand number of rows whose action a person chose
  /// @param agents number of agents in it
  /// @param bytes its size
  public record Report(Path file, int rows, int byHand, int agents, long bytes) {}

  private record Row(int tick, int agent) {}

  @Override
  public Report run(Progress progress, Cancellation cancellation) {
    OutputFile.spares(out, List.of(rollout.file()));
    Edits edits = SimulationRecipe.edits(rollout);
    EditedPlaces places = new EditedPlaces(edits);
    List<Integer> agents = agents(edits);
    List<Row> rows = rows(agents);
    int byHand = (int) rows.stream().filter(row -> places.acted(row.tick, row.agent)).count();
    if (byHand == 0) {
      throw new Problem(
          wording("Demonstration.no_one_chose_an_action"),
          rollout.file().toString(),
          wording("Demonstration.take_over_first"));
    }
    Map<String, NpyArray> arrays = arrays(rows, places);
    try {
      long bytes = AtomicFile.write(out, stream -> write(arrays, stream, progress, cancellation));
      return new Report(out, rows.size(), byHand, agents.size(), bytes);
    } catch (IOException e) {
      throw new Problem(
          wording("Demonstration.the_file_cannot_be_written"),
          out.toString(),
          wording("Demonstration.check_that_the_folder_is_there"),
          e);
    }
  }

  private List<Integer> agents(Edits edits) {
    return edits.all().stream()
        .filter(edit -> edit instanceof Edit.Action || edit instanceof Edit.ActionSequence)
        .map(Demonstration::driven)
        .filter(each -> agent.isEmpty() || agent.getAsInt() == each)
        .distinct()
        .sorted()
        .toList();
  }

  private static int driven(Edit edit) {
    return edit instanceof Edit.Action(_, int one, _)
        ? one
        : edit instanceof Edit.ActionSequence(_, int one, _) ? one : Edit.ALL;
  }

  private List<Row> rows(List<Integer> agents) {
    Limbo limbo = new Limbo(rollout);
    Span span = ticks.in(rollout);
    List<Row> rows = new ArrayList<>();
    for (int each : agents) {
      for (int tick = span.from(); tick < span.to(); tick++) {
        if (!limbo.at(tick, each)) {
          rows.add(new Row(tick, each));
        }
      }
    }
    return rows;
  }

  private Map<String, NpyArray> arrays(List<Row> rows, EditedPlaces places) {
    TrialIndex trials = rollout.trials();
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("observation", recorded("observation", rows));
    arrays.put("action", recorded("action", rows));
    arrays.put("agent", integers(rows, Row::agent));
    arrays.put("tick", integers(rows, Row::tick));
    arrays.put("trial", integers(rows, row -> trials.trial(trials.stretchAt(row.tick))));
    arrays.put(
        "trial_tick", integers(rows, row -> row.tick - trials.start(trials.stretchAt(row.tick))));
    arrays.put("by_hand", flags(rows, i -> places.acted(rows.get(i).tick, rows.get(i).agent)));
    for (String result : List.of("reward", "terminal", "truncation", EpisodeEnds.COLUMN)) {
      if (AgentColumn.of(rollout, result).isPresent()) {
        arrays.put(result, recorded(result, rows));
      }
    }
    return arrays;
  }

  private static NpyArray integers(List<Row> rows, java.util.function.ToIntFunction<Row> number) {
    return NpyArray.of(rows.stream().mapToInt(number).toArray(), rows.size());
  }

  private static NpyArray flags(List<Row> rows, IntFunction<Boolean> flag) {
    ByteBuffer data = ByteBuffer.allocate(rows.size());
    IntStream.range(0, rows.size()).forEach(i -> data.put((byte) (flag.apply(i) ? 1 : 0)));
    return new NpyArray(Dtype.BOOL, new int[] {rows.size()}, data.flip());
  }

  /// A recorded column: numbers as float32, flags as bool, anything else as int32.
  private NpyArray recorded(String name, List<Row> rows) {
    AgentColumn column =
        AgentColumn.ofAnyWidth(rollout, name)
            .orElseThrow(() ->
                new Problem(
                    wording("Demonstration.it_holds_no", name),
                    rollout.file().toString(),
                    wording("Demonstration.record_it_with_them")));
    Dtype type =
        switch (column.channel().spec().type()) {
          case F2, F4, F8 -> Dtype.F4;
          case BOOL -> Dtype.BOOL;
          case I1, U1, I2, I4, I8 -> Dtype.I4;
        };
    int width = column.width();
    boolean many = column.channel().rowShape().length > 1;
    ByteBuffer data =
        ByteBuffer.allocate(Math.multiplyExact(rows.size(), width * type.bytes()))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (Row row : rows) {
      for (int i = 0; i < width; i++) {
        switch (type) {
          case F4 -> data.putFloat((float) column.value(row.tick, row.agent, i));
          case BOOL -> data.put((byte) column.value(row.tick, row.agent, i));
          case F2, F8, I1, U1, I2, I4, I8 ->
              data.putInt((int) column.value(row.tick, row.agent, i));
        }
      }
    }
    int[] shape = many ? new int[] {rows.size(), width} : new int[] {rows.size()};
    return new NpyArray(type, shape, data.flip());
  }

  private static void write(
      Map<String, NpyArray> arrays,
      OutputStream stream,
      Progress progress,
      Cancellation cancellation)
      throws IOException {
    ZipOutputStream zip = new ZipOutputStream(stream);
    int done = 0;
    for (Map.Entry<String, NpyArray> array : arrays.entrySet()) {
      cancellation.throwIfCancelled();
      zip.putNextEntry(Npy.member(array.getKey()));
      ByteBuffer bytes = Npy.bytes(array.getValue());
      byte[] whole = new byte[bytes.remaining()];
      bytes.get(whole);
      zip.write(whole);
      zip.closeEntry();
      progress.report(++done, arrays.size(), "arrays");
    }
    zip.finish();
  }
}
