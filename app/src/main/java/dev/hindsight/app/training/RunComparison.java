package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.session.PolicyScores;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/// Several runs side by side. Immutable.
///
/// @param runs the ledger's record of each, and the reports of its updates
record RunComparison(List<Measured> runs) {
  /// Copies the list.
  RunComparison {
    runs = List.copyOf(runs);
  }

  /// A run and the reports of its updates.
  record Measured(RunRecord record, List<UpdateReport> reports) {
    /// Copies the list.
    Measured {
      reports = List.copyOf(reports);
    }

    String name() {
      return record.id().text();
    }
  }

  /// What to compare as curves: a chart, and the number of an update that it shows.
  ///
  /// @param kind the chart, without its own values
  /// @param number NaN if an update has none
  record Overlaid(ChartKind kind, ToDoubleFunction<UpdateReport> number) {}

  /// A row of a table with a cell for each run.
  ///
  /// @param differs whether any cells differ
  record ComparisonRow(String name, List<String> cells, boolean differs) {}

  /// The charts of a comparison, in order.
  static final List<Overlaid> CHARTS =
      List.of(
          overlaid(
              "last",
              wording("RunComparison.score_of_the_last_trial"),
              report ->
                  report.trialScores().isEmpty() ? Double.NaN : report.trialScores().getLast(),
              0,
              1),
          overlaid(
              "gain", wording("RunComparison.gain_last_trial_first"), UpdateReport::gain, 0, 0.1),
          overlaid(
              "evaluated",
              wording("RunComparison.evaluated_score_of_the_last_trial"),
              report ->
                  PolicyScores.of(report.metrics()).map(PolicyScores::score).orElse(Double.NaN),
              0,
              1),
          metric("return", wording("RunComparison.return_of_an_episode"), "episode/return"),
          metric("length", wording("RunComparison.length_of_an_episode"), "episode/length"),
          metric("policy", wording("RunComparison.policy_loss"), "losses/policy_loss"),
          metric("value", wording("RunComparison.value_loss"), "losses/value_loss"),
          metric("entropy", "Entropy", "losses/entropy"),
          metric("kl", wording("RunComparison.kl_divergence"), "losses/approx_kl"));

  /// Reads the reports of runs: for a background thread.
  static RunComparison of(List<RunRecord> records) {
    return new RunComparison(
        records.stream()
            .map(record ->
                new Measured(
                    record, MetricsLog.read(new RunFolder(record.start().folder()).metrics())))
            .toList());
  }

  /// A curve for each run.
  ChartCurves curves(Overlaid overlaid) {
    ChartCurves chartCurves = new ChartCurves();
    for (Measured run : runs) {
      RunClock clock = new RunClock();
      ChartCurve curve = new ChartCurve(run.name(), clock);
      for (UpdateReport report : run.reports()) {
        int row = clock.add(report);
        double value = overlaid.number().applyAsDouble(report);
        if (Double.isFinite(value)) {
          curve.add(row, value);
        }
      }
      chartCurves.add(curve);
    }
    return chartCurves;
  }

  /// The knobs that differ, and the code and data that made the runs.
  List<ComparisonRow> configuration() {
    List<ComparisonRow> rows = new ArrayList<>();
    rows.add(row("environment", run -> run.start().environment()));
    rows.add(row("preset", run -> run.start().preset()));
    rows.add(row("maps", run -> String.join(", ", run.start().scenarios())));
    rows.add(row("seed", run -> Long.toString(run.start().seed())));
    rows.add(row("device", run -> run.start().device().name().toLowerCase(Locale.ROOT)));
    rows.add(row("code", run -> run.start().codeVersion()));
    rows.add(row("parent", run -> run.start().parent()));
    rows.add(row("co-player", run -> run.start().coPlayer()));
    Set<String> names = new LinkedHashSet<>();
    runs.forEach(run -> names.addAll(run.record().start().effective().keySet()));
    for (String name : names) {
      rows.add(row(name, run -> run.start().effective().getOrDefault(name, "–")));
    }
    return rows.stream()
        .filter(comparisonRow -> comparisonRow.differs() || runs.size() == 1)
        .toList();
  }

  /// Scores by trial, the gain, and the cost of training.
  List<ComparisonRow> outcome() {
    List<ComparisonRow> rows = new ArrayList<>();
    int trials =
        runs.stream()
            .mapToInt(run -> progress(run).map(p -> p.recentScores().size()).orElse(0))
            .max()
            .orElse(0);
    for (int k = 0; k < trials; k++) {
      int trial = k;
      rows.add(
          row(
              wording("RunComparison.score_of_trial", k + 1),
              run ->
                  run.progress()
                      .filter(p -> p.recentScores().size() > trial)
                      .map(p -> number(p.recentScores().get(trial)))
                      .orElse("–")));
    }
    rows.add(
        row(
            "gain",
            run -> progressWords(run, p -> p.gain().map(RunComparison::number).orElse("–"))));
    rows.add(
        row(
            "best",
            run -> progressWords(run, p -> p.bestScore().map(RunComparison::number).orElse("–"))));
    rows.add(row("updates", run -> progressWords(run, p -> whole(p.updates()))));
    rows.add(
        row(
            wording("RunComparison.agent_steps"),
            run -> progressWords(run, p -> whole(p.agentSteps()))));
    rows.add(
        row(
            wording("RunComparison.environment_steps"),
            run -> progressWords(run, p -> whole(p.environmentSteps()))));
    rows.add(row("seconds", run -> progressWords(run, p -> NumberWords.decimals(p.seconds(), 0))));
    return rows;
  }

  private static java.util.Optional<RunProgress> progress(Measured run) {
    return run.record().progress();
  }

  private static String progressWords(RunRecord run, Function<RunProgress, String> words) {
    return run.progress().map(words).orElse("–");
  }

  private ComparisonRow row(String name, Function<RunRecord, String> cell) {
    List<String> cells = runs.stream().map(run -> cell.apply(run.record())).toList();
    return new ComparisonRow(name, cells, cells.stream().distinct().count() > 1);
  }

  private static String number(double value) {
    return NumberWords.exactScore(value);
  }

  private static String whole(long value) {
    return NumberWords.count(value);
  }

  private static Overlaid metric(String id, String title, String name) {
    return overlaid(
        id,
        title,
        report -> report.metrics().getOrDefault(name, Double.NaN),
        Double.NaN,
        Double.NaN);
  }

  private static Overlaid overlaid(
      String id, String title, ToDoubleFunction<UpdateReport> number, double least, double most) {
    return new Overlaid(
        ChartKind.of("compare." + id, title, "", _ -> List.of()).within(least, most), number);
  }
}
