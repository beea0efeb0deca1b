package dev.hindsight.trainer.study.plan;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.CsvLine;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.EpisodeSteps;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.Measure;
import dev.hindsight.trainer.study.TrialResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The scores of a study in long form: one row for each trial of each evaluated episode, and one
/// for each episode without a score. The report is computed from what this file holds, so any
/// program can compute it again.
///
/// @param measures names of the measured columns, `score` and `return` among them
/// @param rows in order of runs, episodes and trials
public record StudyScores(List<String> measures, List<Row> rows) {
  private static final List<String> KEYS =
      List.of(
          "arm", "trained_with", "seed", "scenario", "partner", "episode", "world_seed", "trial");

  /// One trial of one episode of one run, or a whole episode that has no score.
  ///
  /// @param arm title of the arm: its settings and the partner it trained with
  /// @param seed of training
  /// @param world scenario and partner of the episode
  /// @param episode from 0
  /// @param worldSeed of the environment
  /// @param trial from 1; 0 for a whole episode
  /// @param values one per measure; NaN for what a whole episode does not have
  public record Row(
      StudySpec.Arm arm,
      long seed,
      EvaluationReport.World world,
      int episode,
      long worldSeed,
      int trial,
      List<Double> values) {
    /// Copies the list.
    public Row {
      values = List.copyOf(values);
    }
  }

  /// Copies the lists.
  public StudyScores {
    measures = List.copyOf(measures);
    rows = List.copyOf(rows);
  }

  /// The scores of one run.
  public static StudyScores of(
      StudySpec.PlannedRun run, EvaluationReport report, List<Measure> measures) {
    List<Row> rows = new ArrayList<>();
    for (int episode = 0; episode < report.episodes(); episode++) {
      EpisodeResult result = report.results().get(episode);
      if (result.trials().isEmpty()) {
        rows.add(whole(run, episode, result, measures));
      }
      for (int k = 0; k < result.trials().size(); k++) {
        int trial = k;
        rows.add(
            new Row(
                run.arm(),
                run.seed(),
                new EvaluationReport.World(result.scenario(), result.partner()),
                episode,
                result.seed(),
                trial + 1,
                measures.stream()
                    .map(measure -> measure.of().applyAsDouble(result.trials().get(trial)))
                    .toList()));
      }
    }
    return new StudyScores(measures.stream().map(Measure::id).toList(), rows);
  }

  private static Row whole(
      StudySpec.PlannedRun run, int episode, EpisodeResult result, List<Measure> measures) {
    return new Row(
        run.arm(),
        run.seed(),
        new EvaluationReport.World(result.scenario(), result.partner()),
        episode,
        result.seed(),
        0,
        measures.stream()
            .map(measure ->
                measure.ofEpisode().map(of -> of.applyAsDouble(result)).orElse(Double.NaN))
            .toList());
  }

  /// The rows of all runs, with the measures that all have: a run may have been scored by another
  /// version.
  public static StudyScores together(List<StudyScores> runs) {
    List<String> shared =
        new ArrayList<>(
            runs.stream().findFirst().map(StudyScores::measures).orElse(Measure.COMMON));
    runs.forEach(one -> shared.retainAll(one.measures));
    return new StudyScores(
        shared, runs.stream().flatMap(one -> one.with(shared).stream()).toList());
  }

  /// The rows with some of the measures.
  private List<Row> with(List<String> some) {
    List<Integer> columns = some.stream().map(this::column).toList();
    return measures.equals(some)
        ? rows
        : rows.stream()
            .map(row ->
                new Row(
                    row.arm(),
                    row.seed(),
                    row.world(),
                    row.episode(),
                    row.worldSeed(),
                    row.trial(),
                    columns.stream().map(row.values()::get).toList()))
            .toList();
  }

  /// The episodes of one run as an evaluation, without what the file does not hold: the totals of
  /// the environment and the steps. Episodes without a score are left out where others have one.
  public EvaluationReport report() {
    boolean scored = scored();
    List<Row> kept = rows.stream().filter(row -> !scored || row.trial() > 0).toList();
    List<EpisodeResult> results = new ArrayList<>();
    int from = 0;
    while (from < kept.size()) {
      int to = from + 1;
      while (to < kept.size() && kept.get(to).episode() == kept.get(from).episode()) {
        to++;
      }
      Row first = kept.get(from);
      results.add(
          new EpisodeResult(
              first.world().scenario(),
              first.world().partner(),
              first.worldSeed(),
              kept.subList(from, to).stream()
                  .filter(row -> row.trial() > 0)
                  .map(this::trial)
                  .toList(),
              Map.of(),
              first.trial() > 0
                  ? Optional.empty()
                  : Optional.of(
                      EpisodeSteps.sums(
                          first.values().get(column("return")),
                          first.values().get(column("length"))))));
      from = to;
    }
    return new EvaluationReport(results, 0, 0, 0);
  }

  /// Whether any episode has a score.
  public boolean scored() {
    return rows.stream().anyMatch(row -> row.trial() > 0);
  }

  private TrialResult trial(Row row) {
    Map<String, Double> events = new LinkedHashMap<>();
    for (int column = 0; column < measures.size(); column++) {
      if (!Measure.COMMON.contains(measures.get(column))) {
        events.put(measures.get(column), row.values().get(column));
      }
    }
    return new TrialResult(
        row.values().get(column("score")),
        row.values().get(column("return")),
        row.values().get(column("length")),
        events);
  }

  /// The index of a measure.
  ///
  /// @throws IllegalArgumentException if there is none of that name
  int column(String measure) {
    int column = measures.indexOf(measure);
    if (column < 0) {
      throw new IllegalArgumentException(measure);
    }
    return column;
  }

  /// Writes the file, completely or not at all.
  public void write(Path file) {
    List<String> head = new ArrayList<>(KEYS);
    head.addAll(measures);
    StringBuilder csv = new StringBuilder(CsvLine.of(head));
    for (Row row : rows) {
      List<String> cells = new ArrayList<>();
      cells.add(row.arm().name());
      cells.add(row.arm().partner().orElse(""));
      cells.add(Long.toString(row.seed()));
      cells.add(row.world().scenario());
      cells.add(row.world().partner().orElse(""));
      cells.add(Integer.toString(row.episode()));
      cells.add(Long.toString(row.worldSeed()));
      cells.add(row.trial() > 0 ? Integer.toString(row.trial()) : "");
      row.values().forEach(value -> cells.add(CsvLine.number(value)));
      csv.append(CsvLine.of(cells));
    }
    StudyFolder.write(file, csv.toString());
  }

  /// Reads a file that [#write] wrote; the arms have no settings.
  ///
  /// @throws Problem if it is missing or damaged
  public static StudyScores read(Path file) {
    if (!Files.exists(file)) {
      throw new Problem(
          wording("StudyScores.the_scores_are_missing"),
          file.toString(),
          wording("StudyScores.run_the_study_again"));
    }
    try {
      List<List<String>> lines = CsvLine.parse(Files.readString(file));
      List<String> head = lines.getFirst();
      if (!head.subList(KEYS.size(), head.size()).containsAll(Measure.COMMON)) {
        throw new IOException("a measure is missing: " + head);
      }
      List<Row> rows = new ArrayList<>();
      for (List<String> cells : lines.subList(1, lines.size())) {
        rows.add(
            new Row(
                new StudySpec.Arm(cells.get(0), given(cells.get(1)), Map.of()),
                Long.parseLong(cells.get(2)),
                new EvaluationReport.World(cells.get(3), given(cells.get(4))),
                Integer.parseInt(cells.get(5)),
                Long.parseLong(cells.get(6)),
                given(cells.get(7)).map(Integer::parseInt).orElse(0),
                cells.subList(KEYS.size(), head.size()).stream().map(StudyScores::value).toList()));
      }
      return new StudyScores(head.subList(KEYS.size(), head.size()), rows);
    } catch (IOException | RuntimeException e) {
      throw new Problem(
          wording("StudyScores.the_scores_cannot_be_read"),
          file.toString(),
          wording("StudyScores.delete_the_file_and_run_the"),
          e);
    }
  }

  private static Optional<String> given(String cell) {
    return Optional.of(cell).filter(text -> !text.isEmpty());
  }

  private static double value(String cell) {
    return cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
  }
}
