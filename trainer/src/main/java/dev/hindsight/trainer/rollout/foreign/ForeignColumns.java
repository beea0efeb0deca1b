package dev.hindsight.trainer.rollout.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.RolloutWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The columns of a folder and the code that writes their rows. One owner thread.
final class ForeignColumns {
  private final StepRows rows;
  private static final int MOST_TRIALS = 1_000_000;

  private final Map<String, JsonNode> config;
  private final List<Column> columns = new ArrayList<>();
  private final List<Row> writers = new ArrayList<>();

  /// Writes the row of a tick.
  private interface Row {
    void write(int tick, ByteBuffer row);
  }

  /// A number of one agent at a tick.
  private interface Cell {
    float at(int tick, int agent);
  }

  /// A boolean of one agent at a tick.
  private interface Truth {
    boolean at(int tick, int agent);
  }

  private ForeignColumns(StepRows rows, Map<String, JsonNode> config) {
    this.rows = rows;
    this.config = config;
  }

  /// Reads and checks all files.
  static ForeignColumns of(InspectionFolder folder) {
    ForeignColumns columns = new ForeignColumns(new StepRows(folder), config(folder));
    columns.addSteps();
    columns.addGarbage(folder.garbage());
    columns.addKeys(folder.keys());
    for (int layer = 0; folder.attention(layer).isPresent(); layer++) {
      columns.addAttention(folder.attention(layer).orElseThrow(), layer);
    }
    return columns;
  }

  private static Map<String, JsonNode> config(InspectionFolder folder) {
    Map<String, JsonNode> config = new LinkedHashMap<>();
    Optional<JsonLine> info = folder.info().map(JsonLine::whole);
    info.ifPresent(read ->
        read.fields()
            .path("env")
            .properties()
            .forEach(knob -> {
              if (knob.getValue().isValueNode()) {
                config.put(knob.getKey(), knob.getValue());
              }
            }));
    folder
        .info()
        .ifPresent(file -> {
          check(file, config, "k_scenarios", 1, MOST_TRIALS);
          check(file, config, "scenario_length", 0, Integer.MAX_VALUE);
        });
    return config;
  }

  /// Checks a knob that becomes a number of the manifest.
  private static void check(
      Path file, Map<String, JsonNode> config, String name, int least, int most) {
    JsonNode value = config.get(name);
    if (value != null
        && !(value.isNumber() && value.asDouble() >= least && value.asDouble() <= most)) {
      throw new Problem(
          wording("ForeignColumns.is", name, value),
          file.toString(),
          wording("ForeignColumns.give_a_number_from", least, most));
    }
  }

  private void addSteps() {
    int agents = rows.agents();
    truth("removed", wording("ForeignColumns.in_limbo"), rows::removed);
    single("trial", "from 0", rows::trial);
    single("trial_tick", wording("ForeignColumns.ticks_since_the_trial_began"), rows::trialTick);
    numbers("reward", wording("ForeignColumns.result_of_the_action"), rows::reward);
    truth("terminal", wording("ForeignColumns.the_episode_ended_with_the_action"), rows::terminal);
    truth("truncation", wording("ForeignColumns.a_trials_end_cut_the_trace"), rows::truncation);
    truth("trial_ended", wording("ForeignColumns.a_trial_ended_with_the_action"), rows::trialEnded);
    numbers(
        "value",
        wording("ForeignColumns.the_policys_estimate_the_script"),
        (tick, agent) -> agent == 0 ? rows.value(tick) : Float.NaN);
    add(
        new Column(
            ChannelSpec.perTick(
                "action",
                Dtype.I4,
                "1",
                wording("ForeignColumns.joint_action_1_where_the_script"),
                "agent"),
            List.of(agents)),
        (tick, row) -> {
          for (int agent = 0; agent < agents; agent++) {
            row.putInt(agent == 0 ? rows.action(tick) : -1);
          }
        });
    add(
        new Column(
            ChannelSpec.perTick(
                "cache_position",
                Dtype.I4,
                "1",
                wording("ForeignColumns.position_of_the_tick_in_the"),
                "agent"),
            List.of(agents)),
        (tick, row) -> {
          for (int agent = 0; agent < agents; agent++) {
            row.putInt(rows.position(tick));
          }
        });
    add(
        new Column(
            ChannelSpec.perTick(
                    "observation",
                    Dtype.F4,
                    "1",
                    wording("ForeignColumns.the_first_numbers_that_agent_0"),
                    "agent",
                    StepRows.OBSERVED)
                .withAbsentRows(),
            List.of(agents, StepRows.OBSERVED)),
        (tick, row) -> {
          for (int i = 0; i < agents * StepRows.OBSERVED; i++) {
            row.putFloat(i < StepRows.OBSERVED ? rows.observation(tick, i) : Float.NaN);
          }
        });
    if (rows.hasPoses()) {
      add(
          new Column(
              ChannelSpec.perTick(
                  "pose", Dtype.F4, "", wording("ForeignColumns.x_m_y_m_heading_rad"), "agent", 3),
              List.of(agents, 3)),
          (tick, row) -> {
            for (int i = 0; i < agents * 3; i++) {
              row.putFloat(rows.pose(tick, i / 3, i % 3));
            }
          });
    }
  }

  /// The script reads the mask after the forward pass, when the tick's own slot may be garbage
  /// already; during attention it never is.
  private void addGarbage(Path file) {
    NpyArray mask = Npz.read(file, "mask", "step", "agent", "slot");
    Npz.check(file, mask, 0, "steps", rows.ticks());
    Npz.check(file, mask, 1, "agents", rows.agents());
    int slots = mask.shape()[2];
    add(
        new Column(
            ChannelSpec.perTick(
                "cache_garbage",
                Dtype.BOOL,
                "1",
                wording("ForeignColumns.slots_that_are_not_attended"),
                "agent",
                "slot"),
            List.of(rows.agents(), slots)),
        (tick, row) -> {
          int own = Math.floorMod(rows.position(tick), Math.max(1, slots));
          int from = tick * rows.agents() * slots;
          for (int i = 0; i < rows.agents() * slots; i++) {
            row.put((byte) (i % slots != own && mask.value(from + i) != 0 ? 1 : 0));
          }
        });
  }

  private void addKeys(Path file) {
    NpyArray norms = Npz.read(file, "k_norms", "step", "layer", "head", "slot");
    Npz.check(file, norms, 0, "steps", rows.ticks());
    Npz.checkWeights(file, norms);
    int[] shape = norms.shape();
    array(
        ChannelSpec.perTick(
            "cache_key_norm",
            Dtype.F4,
            "1",
            wording("ForeignColumns.length_of_the_keys_mean_over"),
            "layer",
            "head",
            "slot"),
        norms,
        List.of(shape[1], shape[2], shape[3]));
  }

  private void addAttention(Path file, int layer) {
    NpyArray weights = Npz.read(file, "attn", "step", "agent", "head", "slot");
    Npz.check(file, weights, 0, "steps", rows.ticks());
    Npz.check(file, weights, 1, "agents", rows.agents());
    Npz.checkWeights(file, weights);
    int[] shape = weights.shape();
    array(
        ChannelSpec.perTick(
            "attention/layer" + layer,
            Dtype.F4,
            "1",
            wording("ForeignColumns.weights_of_the_ticks_query_after"),
            "agent",
            "head",
            "slot"),
        weights,
        List.of(shape[1], shape[2], shape[3]));
  }

  private void array(ChannelSpec spec, NpyArray array, List<Integer> shape) {
    Column column = new Column(spec, shape);
    int length = column.rowLength();
    add(
        column,
        (tick, row) -> {
          for (int i = 0; i < length; i++) {
            row.putFloat((float) array.value(tick * length + i));
          }
        });
  }

  private void single(String name, String doc, java.util.function.IntUnaryOperator number) {
    add(
        new Column(ChannelSpec.perTick(name, Dtype.I4, "1", doc), List.of()),
        (tick, row) -> row.putInt(number.applyAsInt(tick)));
  }

  private void truth(String name, String doc, Truth truth) {
    add(
        new Column(
            ChannelSpec.perTick(name, Dtype.BOOL, "1", doc, "agent"), List.of(rows.agents())),
        (tick, row) -> {
          for (int agent = 0; agent < rows.agents(); agent++) {
            row.put((byte) (truth.at(tick, agent) ? 1 : 0));
          }
        });
  }

  private void numbers(String name, String doc, Cell cell) {
    add(
        new Column(ChannelSpec.perTick(name, Dtype.F4, "1", doc, "agent"), List.of(rows.agents())),
        (tick, row) -> {
          for (int agent = 0; agent < rows.agents(); agent++) {
            row.putFloat(cell.at(tick, agent));
          }
        });
  }

  private void add(Column column, Row writer) {
    columns.add(column);
    writers.add(writer);
  }

  int ticks() {
    return rows.ticks();
  }

  List<Column> all() {
    return List.copyOf(columns);
  }

  void write(int tick, RolloutWriter writer) {
    for (int c = 0; c < columns.size(); c++) {
      writers.get(c).write(tick, writer.row(c));
    }
  }

  Manifest manifest() {
    JsonNode trials = config.get("k_scenarios");
    JsonNode timeout = config.get("scenario_length");
    return new Manifest(
        Manifest.FORMAT,
        Manifest.VERSION,
        wording("ForeignColumns.the_references_inspection_script"),
        "",
        new Manifest.EnvironmentInfo("adaptive_drive", config, ""),
        new Manifest.PolicyInfo("adaptive_drive-transformer", "", "", "argmax"),
        0,
        rows.agents(),
        0.1,
        new Manifest.Trials(
            trials == null ? rows.trials() : trials.asInt(), timeout == null ? 0 : timeout.asInt()),
        RolloutWriter.chunkTicks(columns),
        layout(),
        columns.stream().map(Column::spec).toList(),
        List.of(),
        declared());
  }

  /// The knobs as far as the file has them; only the rows show what took effect.
  private Map<String, JsonNode> declared() {
    Map<String, DeclaredSetting> declared = new LinkedHashMap<>();
    config.forEach((name, value) ->
        declared.put(
            name, new DeclaredSetting(value.asText(), DeclaredSetting.Source.FILE, "info.json")));
    return DeclaredSetting.manifest(declared, Map.of());
  }

  /// The first six numbers of the reference's observation, which all its versions share.
  private static ObservationLayout layout() {
    return new ObservationLayout(
        List.of(
            new ObservationLayout.Segment(
                "ego",
                0,
                List.of(StepRows.OBSERVED),
                List.of("goal_x", "goal_y", "speed", "width", "length", "collided"),
                List.of(
                    Quantity.measured("m", 200),
                    Quantity.measured("m", 200),
                    Quantity.ranged("m/s", 100, -1, 1),
                    Quantity.measured("m", 15),
                    Quantity.measured("m", 30),
                    Quantity.FLAG))));
  }
}
