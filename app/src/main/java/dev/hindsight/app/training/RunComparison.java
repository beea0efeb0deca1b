package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.session.PolicyScores;
import dev.hindsight.trainer.study.Interval;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// Several runs side by side, or groups of runs that differ only in their seed. Immutable.
///
/// @param groups at least one
public record RunComparison(List<RunGroup> groups) {
  /// The choice of charts that everyone looks at first.
  static final String KEY_FIGURES = "";

  /// The most charts of one choice, because the window makes all of them at once.
  static final int MOST_CHARTS = 60;

  /// Copies the list.
  public RunComparison {
    groups = List.copyOf(groups);
  }

  /// What to compare as curves: a chart, and the number of an update that it shows.
  ///
  /// @param kind the chart, without its own values
  /// @param number NaN if an update has none
  /// @param range possible values of the number
  record Overlaid(ChartKind kind, ToDoubleFunction<UpdateReport> number, Interval.Range range) {}

  /// A row of a table with a cell for each group.
  ///
  /// @param differs whether any cells differ
  record ComparisonRow(String name, List<String> cells, boolean differs) {}

  private static final Interval.Range GAIN = Interval.Range.UNIT.ofDifferences();

  /// No number is always in range.
  private static final List<Double> ANY = List.of(Double.NaN, Double.NaN);

  /// The charts of the key figures, in order.
  static final List<Overlaid> CHARTS =
      List.of(
          overlaid(
              "last",
              wording("RunComparison.score_of_the_last_trial"),
              UpdateReport::lastScore,
              List.of(0.0, 1.0),
              Interval.Range.UNIT),
          overlaid(
              "gain",
              wording("RunComparison.gain_last_trial_first"),
              UpdateReport::gain,
              List.of(0.0, 0.1),
              GAIN),
          overlaid(
              "evaluated",
              wording("RunComparison.evaluated_score_of_the_last_trial"),
              report ->
                  PolicyScores.of(report.metrics()).map(PolicyScores::score).orElse(Double.NaN),
              List.of(0.0, 1.0),
              Interval.Range.UNIT),
          metric("return", wording("RunComparison.return_of_an_episode"), UpdateReport.RETURN),
          metric("length", wording("RunComparison.length_of_an_episode"), "episode/length"),
          metric("policy", wording("RunComparison.policy_loss"), "losses/policy_loss"),
          metric("value", wording("RunComparison.value_loss"), "losses/value_loss"),
          metric("entropy", "Entropy", "losses/entropy"),
          metric("kl", wording("RunComparison.kl_divergence"), "losses/approx_kl"));

  /// What the user set differently, and the code and data that made the runs: for each name that
  /// differs one value per run, empty where a run has none.
  public static Map<String, List<String>> differing(List<RunRecord> runs) {
    List<Map<String, String>> settings = runs.stream().map(RunGroup::settings).toList();
    Map<String, List<String>> differing = new LinkedHashMap<>();
    for (String name : RunGroup.differing(settings)) {
      differing.put(name, settings.stream().map(one -> one.getOrDefault(name, "")).toList());
    }
    return differing;
  }

  /// Reads the reports of runs: for a background thread.
  static List<RunGroup.Measured> read(List<RunRecord> records) {
    return records.stream().map(RunGroup.Measured::of).toList();
  }

  /// The metrics that any update of any run has, by what comes before the slash of their names; all
  /// others are `other`. A kind with more than [#MOST_CHARTS] metrics is split into several.
  static SequencedMap<String, List<String>> metrics(List<RunGroup.Measured> runs) {
    Set<String> names = new HashSet<>();
    runs.forEach(run -> run.reports().forEach(report -> names.addAll(report.metrics().keySet())));
    SortedMap<String, SortedSet<String>> kinds = new TreeMap<>();
    for (String name : names) {
      int slash = name.indexOf('/');
      kinds
          .computeIfAbsent(slash < 0 ? "other" : name.substring(0, slash), _ -> new TreeSet<>())
          .add(name);
    }
    SequencedMap<String, List<String>> parts = new LinkedHashMap<>();
    kinds.forEach((kind, all) -> split(kind, List.copyOf(all), parts));
    return parts;
  }

  private static void split(String kind, List<String> all, Map<String, List<String>> parts) {
    if (all.size() <= MOST_CHARTS) {
      parts.put(kind, all);
      return;
    }
    for (int from = 0; from < all.size(); from += MOST_CHARTS) {
      int to = Math.min(all.size(), from + MOST_CHARTS);
      parts.put(wording("RunComparison.part", kind, from + 1, to), all.subList(from, to));
    }
  }

  /// The chart of any metric.
  static Overlaid of(String metric) {
    return metric(metric, metric, metric);
  }

  /// A curve for each group.
  ChartCurves curves(Overlaid overlaid) {
    ChartCurves chartCurves = new ChartCurves();
    groups.forEach(group -> chartCurves.add(group.curve(overlaid.number(), overlaid.range())));
    return chartCurves;
  }

  /// The settings that differ, and the code and data that made the runs; for one group all of them.
  List<ComparisonRow> configuration() {
    List<List<Map<String, String>>> settings =
        groups.stream()
            .map(group -> group.runs().stream().map(RunGroup.Measured::settings).toList())
            .toList();
    Set<String> names = new LinkedHashSet<>();
    settings.forEach(group -> group.forEach(run -> names.addAll(run.keySet())));
    return names.stream()
        .map(name ->
            row(
                name,
                settings.stream()
                    .map(group ->
                        group.stream()
                            .map(run -> run.getOrDefault(name, "–"))
                            .distinct()
                            .collect(Collectors.joining(", ")))
                    .toList()))
        .filter(row -> row.differs() || groups.size() == 1)
        .toList();
  }

  /// Scores by trial, the gain, and the cost of training; for several runs their mean and its
  /// interval.
  List<ComparisonRow> outcome() {
    List<ComparisonRow> rows = new ArrayList<>();
    int trials =
        groups.stream()
            .flatMap(group -> group.runs().stream())
            .mapToInt(run -> run.record().progress().map(p -> p.recentScores().size()).orElse(0))
            .max()
            .orElse(0);
    for (int k = 0; k < trials; k++) {
      int trial = k;
      rows.add(
          scores(
              wording("RunComparison.score_of_trial", k + 1),
              p ->
                  p.recentScores().size() > trial
                      ? Optional.of(p.recentScores().get(trial))
                      : Optional.empty(),
              Interval.Range.UNIT));
    }
    rows.add(scores("gain", RunProgress::gain, GAIN));
    rows.add(scores("best", RunProgress::bestScore, Interval.Range.UNIT));
    returns(wording("RunComparison.return"), RunProgress::recentReturn).ifPresent(rows::add);
    returns(wording("RunComparison.best_return"), RunProgress::bestReturn).ifPresent(rows::add);
    rows.add(count("updates", p -> whole(p.updates())));
    rows.add(count(wording("RunComparison.agent_steps"), p -> whole(p.agentSteps())));
    rows.add(count(wording("RunComparison.environment_steps"), p -> whole(p.environmentSteps())));
    rows.add(count("seconds", p -> NumberWords.decimals(p.seconds(), 0)));
    return rows;
  }

  /// The mean over the runs of each group, with its interval.
  private ComparisonRow scores(
      String name, Function<RunProgress, Optional<Double>> score, Interval.Range range) {
    return means(name, score, range, NumberWords::exactScore);
  }

  /// As [#scores], for returns; empty if no run has one.
  private Optional<ComparisonRow> returns(
      String name, Function<RunProgress, Optional<Double>> earned) {
    return groups.stream()
            .flatMap(group -> group.runs().stream())
            .anyMatch(run -> run.record().progress().flatMap(earned).isPresent())
        ? Optional.of(
            means(name, earned, Interval.Range.ANY, value -> NumberWords.decimals(value, 2)))
        : Optional.empty();
  }

  private ComparisonRow means(
      String name,
      Function<RunProgress, Optional<Double>> number,
      Interval.Range range,
      DoubleFunction<String> words) {
    return row(
        name,
        groups.stream()
            .map(group ->
                group.runs().stream()
                    .flatMap(run -> run.record().progress().flatMap(number).stream())
                    .mapToDouble(Double::doubleValue)
                    .toArray())
            .map(values ->
                values.length == 0 ? "–" : interval(Interval.ofRuns(values, range), words))
            .toList());
  }

  private static String interval(Interval interval, DoubleFunction<String> words) {
    String mean = words.apply(interval.mean());
    return interval.known()
        ? mean + " [" + words.apply(interval.low()) + " " + words.apply(interval.high()) + "]"
        : mean;
  }

  private ComparisonRow count(String name, Function<RunProgress, String> words) {
    return row(
        name,
        groups.stream()
            .map(group ->
                group.runs().stream()
                    .map(run -> run.record().progress().map(words).orElse("–"))
                    .distinct()
                    .collect(Collectors.joining(", ")))
            .toList());
  }

  private static ComparisonRow row(String name, List<String> cells) {
    return new ComparisonRow(name, cells, cells.stream().distinct().count() > 1);
  }

  private static String whole(long value) {
    return NumberWords.count(value);
  }

  private static Overlaid metric(String id, String title, String name) {
    return overlaid(
        id,
        title,
        report -> report.metrics().getOrDefault(name, Double.NaN),
        ANY,
        Interval.Range.ANY);
  }

  /// @param shown numbers that are always in the range of the chart
  private static Overlaid overlaid(
      String id,
      String title,
      ToDoubleFunction<UpdateReport> number,
      List<Double> shown,
      Interval.Range range) {
    return new Overlaid(
        ChartKind.of("compare." + id, title, "", _ -> List.of())
            .within(shown.getFirst(), shown.getLast()),
        number,
        range);
  }
}
