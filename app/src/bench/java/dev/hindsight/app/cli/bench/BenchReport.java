package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchMachine;
import dev.hindsight.trainer.bench.BenchRun;
import dev.hindsight.trainer.bench.BenchVerdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The figures of `hindsight bench all` beside those of a baseline.
///
/// @param run what was measured now
/// @param before the baseline, if there is one
/// @param lines one for each figure
/// @param notCompared why benchmarks are not compared, by name
/// @param failures why benchmarks failed, by name
/// @param whole why nothing is compared; empty if something is
record BenchReport(
    BenchRun run,
    Optional<BenchRun> before,
    List<Line> lines,
    Map<String, String> notCompared,
    Map<String, String> failures,
    String whole) {
  private static final int NAME = 42;
  private static final int VALUE = 18;

  /// A figure of a benchmark.
  ///
  /// @param figure named after its benchmark too
  /// @param baseline the same figure before
  record Line(BenchFigure figure, Optional<BenchFigure> baseline) {
    Optional<BenchVerdict> verdict() {
      return baseline.map(before -> BenchVerdict.of(before, figure));
    }

    /// In per cent of the baseline; NaN without one, or if that is 0.
    double changePercent() {
      double from = baseline.map(BenchFigure::median).orElse(Double.NaN);
      return from == 0 ? Double.NaN : 100 * (figure.median() / from - 1);
    }
  }

  /// Compares what can be compared: figures of the same machine and of benchmarks that were called
  /// with the same options.
  static BenchReport of(BenchRun run, Optional<BenchRun> before, Map<String, String> failures) {
    String whole =
        before
            .map(old ->
                old.machine().equals(run.machine())
                    ? ""
                    : wording("BenchReport.another_machine", old.machine().words()))
            .orElseGet(() -> wording("BenchReport.no_baseline"));
    Optional<BenchRun> comparable = whole.isEmpty() ? before : Optional.empty();
    Map<String, String> notCompared = new LinkedHashMap<>();
    List<Line> lines = new ArrayList<>();
    for (BenchRun.Benchmark now : run.benchmarks()) {
      Optional<BenchRun.Benchmark> same = Optional.empty();
      if (comparable.isPresent()) {
        Optional<BenchRun.Benchmark> old = comparable.get().benchmark(now.name());
        same = old.filter(one -> one.options().equals(now.options()));
        if (old.isEmpty()) {
          notCompared.put(now.name(), wording("BenchReport.not_in_the_baseline"));
        } else if (same.isEmpty()) {
          notCompared.put(now.name(), wording("BenchReport.other_options", old.get().options()));
        }
      }
      for (BenchFigure figure : now.figures()) {
        Optional<BenchFigure> old =
            same.flatMap(
                one -> one.figures().stream().filter(each -> like(each, figure)).findFirst());
        lines.add(new Line(figure.in(now.name()), old));
      }
    }
    return new BenchReport(run, before, List.copyOf(lines), notCompared, failures, whole);
  }

  private static boolean like(BenchFigure old, BenchFigure now) {
    return old.name().equals(now.name())
        && old.unit().equals(now.unit())
        && old.better() == now.better()
        && old.measured();
  }

  /// Whether a figure is worse than before by more than noise.
  boolean worse() {
    return count(BenchVerdict.WORSE) > 0;
  }

  private long count(BenchVerdict verdict) {
    return lines.stream().filter(line -> line.verdict().equals(Optional.of(verdict))).count();
  }

  /// What `--json` prints.
  ReportJson json() {
    return new ReportJson(
        run.version(),
        run.commit(),
        run.date(),
        run.machine(),
        run.machine().fingerprint(),
        before.map(old -> new BaselineJson(old.version(), old.commit(), old.date(), old.machine())),
        whole.isEmpty() ? Optional.empty() : Optional.of(whole),
        count(BenchVerdict.BETTER),
        count(BenchVerdict.WITHIN_NOISE),
        count(BenchVerdict.WORSE),
        run.benchmarks().stream()
            .map(one -> new BenchmarkJson(one.name(), one.options(), notCompared(one)))
            .toList(),
        lines.stream().map(FigureJson::of).toList(),
        failures);
  }

  private Optional<String> notCompared(BenchRun.Benchmark one) {
    return Optional.ofNullable(notCompared.get(one.name()));
  }

  /// What is printed without.
  String words() {
    List<String> text = new ArrayList<>();
    text.add(
        wording(
            "BenchReport.head",
            run.version(),
            run.commit().isEmpty() ? NumberWords.NONE : run.commit(),
            run.machine().words()));
    lines.forEach(line -> text.add(words(line)));
    notCompared.forEach(
        (name, why) -> text.add(wording("BenchReport.benchmark_not_compared", name, why)));
    failures.forEach((name, why) -> text.add(wording("BenchReport.benchmark_failed", name, why)));
    text.add(
        whole.isEmpty()
            ? wording(
                "BenchReport.counts",
                count(BenchVerdict.BETTER),
                count(BenchVerdict.WITHIN_NOISE),
                count(BenchVerdict.WORSE))
            : wording("BenchReport.not_compared", whole));
    return String.join("\n", text);
  }

  private static String words(Line line) {
    BenchFigure figure = line.figure();
    String text =
        padded(figure.name(), NAME)
            + padded(FigureCommand.value(figure), VALUE)
            + wording(
                "BenchReport.quartiles",
                NumberWords.significant(figure.lowerQuartile(), 4),
                NumberWords.significant(figure.upperQuartile(), 4));
    return line.verdict()
        .map(verdict ->
            wording(
                "BenchReport.compared",
                text,
                NumberWords.signed(line.changePercent(), 0),
                verdict.words()))
        .orElse(text);
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(2, width - text.length()));
  }

  /// @param fingerprint of the machine: the name of its baseline
  /// @param notCompared why nothing is compared; null if something is
  /// @param better number of figures that are better than before
  /// @param failed why benchmarks failed, by name
  record ReportJson(
      String version,
      String commit,
      String date,
      BenchMachine machine,
      String fingerprint,
      Optional<BaselineJson> baseline,
      Optional<String> notCompared,
      long better,
      long withinNoise,
      long worse,
      List<BenchmarkJson> benchmarks,
      List<FigureJson> figures,
      Map<String, String> failed) {}

  private record BaselineJson(String version, String commit, String date, BenchMachine machine) {}

  /// @param options what it was called with
  /// @param notCompared why it is not compared; null if it is
  private record BenchmarkJson(String name, String options, Optional<String> notCompared) {}

  /// @param value the median
  /// @param verdict null if it is not compared
  private record FigureJson(
      String name,
      double value,
      String unit,
      String better,
      int repetitions,
      double lowerQuartile,
      double upperQuartile,
      Optional<Double> baseline,
      double changePercent,
      Optional<String> verdict) {
    static FigureJson of(Line line) {
      BenchFigure figure = line.figure();
      return new FigureJson(
          figure.name(),
          figure.median(),
          figure.unit(),
          FigureCommand.Words.of(figure.better()),
          figure.values().size(),
          figure.lowerQuartile(),
          figure.upperQuartile(),
          line.baseline().map(BenchFigure::median),
          line.changePercent(),
          line.verdict().map(BenchVerdict::words));
    }
  }
}
