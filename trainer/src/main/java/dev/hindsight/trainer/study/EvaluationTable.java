package dev.hindsight.trainer.study;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.CsvLine;
import dev.hindsight.trainer.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Evaluations by policy, scenario, partner and trial. Immutable.
///
/// @param measures the columns
/// @param rows in the order shown
public record EvaluationTable(List<Measure> measures, List<Row> rows) {
  /// The environment's count that tables for people show beside the measures of trials.
  private static final String COMPLETION = "completion_rate";

  private static final String DOWN = ":down";

  /// The columns before the measures, in files.
  private static final List<String> KEYS =
      List.of("checkpoint", "scenario", "partner", "trial", "episodes");

  /// Prefix of the environment's counts in files.
  private static final String EPISODE = "episode_";

  /// In place of a trial: the whole episode.
  public static final int WHOLE = -1;

  /// One trial in one world; the whole episode where some episode of the world has no score.
  ///
  /// @param checkpoint the policy
  /// @param world its scenario and partner
  /// @param trial from 0, or [#WHOLE]
  /// @param episodes number of episodes, those that repeat others included
  /// @param values one per measure; NaN for what a whole episode does not have
  /// @param totals the environment's own counts over whole episodes, by name
  public record Row(
      String checkpoint,
      EvaluationReport.World world,
      int trial,
      int episodes,
      List<Interval> values,
      Map<String, Interval> totals) {
    /// Copies the collections.
    public Row {
      values = List.copyOf(values);
      totals = Map.copyOf(totals);
    }

    /// Whether it is about whole episodes.
    public boolean whole() {
      return trial == WHOLE;
    }

    /// The number of its trial, from 1; empty if it is about whole episodes.
    public OptionalInt number() {
      return whole() ? OptionalInt.empty() : OptionalInt.of(trial + 1);
    }

    /// The part of the episode's task that was completed, over whole episodes: the same in all
    /// trials. Empty if the environment does not measure it.
    public Optional<Interval> completion() {
      return Optional.ofNullable(totals.get(COMPLETION));
    }
  }

  /// Copies the lists.
  public EvaluationTable {
    measures = List.copyOf(measures);
    rows = List.copyOf(rows);
  }

  /// A table without rows, to learn whether it has a column.
  public static EvaluationTable empty(List<Measure> measures) {
    return new EvaluationTable(measures, List.of());
  }

  /// All worlds of an evaluation, in their order.
  public static EvaluationTable of(
      String checkpoint, EvaluationReport report, List<Measure> measures) {
    List<Row> rows = new ArrayList<>();
    report
        .byWorld()
        .forEach((world, own) -> {
          List<List<Interval>> columns =
              measures.stream().map(measure -> own.byTrial(measure.of(), measure.range())).toList();
          Map<String, Interval> totals = own.totals();
          if (own.trials() == 0) {
            rows.add(
                new Row(
                    checkpoint,
                    world,
                    WHOLE,
                    own.episodes(),
                    measures.stream().map(measure -> whole(measure, own)).toList(),
                    totals));
          }
          for (int k = 0; k < own.trials(); k++) {
            int trial = k;
            rows.add(
                new Row(
                    checkpoint,
                    world,
                    trial,
                    own.episodes(),
                    columns.stream().map(column -> column.get(trial)).toList(),
                    totals));
          }
        });
    return new EvaluationTable(measures, rows);
  }

  private static Interval whole(Measure measure, EvaluationReport report) {
    return measure
        .ofEpisode()
        .map(of -> report.byEpisode(of, measure.range()))
        .orElseGet(() -> Interval.notMeasured(report.episodes()));
  }

  /// The rows of both.
  public EvaluationTable and(EvaluationTable other) {
    return new EvaluationTable(
        measures, Stream.concat(rows.stream(), other.rows.stream()).toList());
  }

  /// The rows in another order.
  ///
  /// @param key a column, lowest first; with `:down`, highest first
  /// @throws Problem if there is no such column
  public EvaluationTable sorted(String key) {
    boolean down = key.endsWith(DOWN);
    Comparator<Row> order = order(down ? key.substring(0, key.length() - DOWN.length()) : key);
    return new EvaluationTable(
        measures, rows.stream().sorted(down ? order.reversed() : order).toList());
  }

  private Comparator<Row> order(String column) {
    return switch (column) {
      case "checkpoint" -> Comparator.comparing(Row::checkpoint);
      case "scenario" -> Comparator.comparing(row -> row.world().scenario());
      case "partner" -> Comparator.comparing(row -> row.world().partner().orElse(""));
      case "trial" -> Comparator.comparingInt(Row::trial);
      case "episodes" -> Comparator.comparingInt(Row::episodes);
      default -> {
        int measure =
            IntStream.range(0, measures.size())
                .filter(i -> measures.get(i).id().equals(column))
                .findFirst()
                .orElseThrow(() ->
                    new Problem(
                        wording("EvaluationTable.the_table_has_no_column", column),
                        "--sort",
                        wording("EvaluationTable.choose_one_of", String.join(", ", columns()))));
        yield Comparator.comparingDouble(row -> row.values().get(measure).mean());
      }
    };
  }

  private List<String> columns() {
    return Stream.concat(KEYS.stream(), measures.stream().map(Measure::id)).toList();
  }

  /// As CSV, with all digits: each measure and each of the environment's counts over whole episodes
  /// with the ends of its interval. Trials count from 1; the cell is empty for whole episodes.
  public String csv() {
    TreeSet<String> totals = new TreeSet<>();
    rows.forEach(row -> totals.addAll(row.totals().keySet()));
    List<String> head = new ArrayList<>(KEYS);
    for (Measure measure : measures) {
      head.addAll(List.of(measure.id(), measure.id() + "_low", measure.id() + "_high"));
    }
    for (String name : totals) {
      head.addAll(List.of(EPISODE + name, EPISODE + name + "_low", EPISODE + name + "_high"));
    }
    StringBuilder csv = new StringBuilder(CsvLine.of(head));
    for (Row row : rows) {
      List<String> cells = new ArrayList<>();
      cells.add(row.checkpoint());
      cells.add(row.world().scenario());
      cells.add(row.world().partner().orElse(""));
      cells.add(row.number().isPresent() ? Integer.toString(row.number().getAsInt()) : "");
      cells.add(Integer.toString(row.episodes()));
      for (Interval value : row.values()) {
        cells.add(CsvLine.number(value.mean()));
        cells.add(CsvLine.number(value.low()));
        cells.add(CsvLine.number(value.high()));
      }
      for (String name : totals) {
        Optional<Interval> value = Optional.ofNullable(row.totals().get(name));
        cells.add(value.map(Interval::mean).map(CsvLine::number).orElse(""));
        cells.add(value.map(Interval::low).map(CsvLine::number).orElse(""));
        cells.add(value.map(Interval::high).map(CsvLine::number).orElse(""));
      }
      csv.append(CsvLine.of(cells));
    }
    return csv.toString();
  }

  /// Whether any row is about a trial.
  public boolean trials() {
    return rows.isEmpty() || rows.stream().anyMatch(row -> !row.whole());
  }

  /// Whether any row has a value of a measure, so that its column says something.
  ///
  /// @param measure its place
  public boolean measured(int measure) {
    return rows.isEmpty()
        || rows.stream().anyMatch(row -> !Double.isNaN(row.values().get(measure).mean()));
  }

  /// Whether any row has a partner.
  public boolean partners() {
    return rows.stream().anyMatch(row -> row.world().partner().isPresent());
  }

  /// Whether any row has a completion.
  public boolean completions() {
    return rows.stream().anyMatch(row -> row.completion().isPresent());
  }

  /// Names of the policies, in order.
  public List<String> checkpoints() {
    return rows.stream().map(Row::checkpoint).distinct().collect(Collectors.toList());
  }
}
