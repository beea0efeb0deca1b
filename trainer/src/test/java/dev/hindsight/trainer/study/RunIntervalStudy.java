package dev.hindsight.trainer.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// How often intervals over a few training runs miss the truth: the table of
/// `docs/measurements/intervals.md`.
final class RunIntervalStudy {
  private static final StratifiedBootstrap BOOTSTRAP = new StratifiedBootstrap(500, 0);

  private RunIntervalStudy() {}

  /// How the scores of runs are spread around 0.
  enum Spread {
    NORMAL,
    /// One run in five fails.
    FAILURES,
    SKEWED;

    double[] runs(int count, SplittableRandom random) {
      return IntStream.range(0, count)
          .mapToDouble(_ ->
              switch (this) {
                case NORMAL -> random.nextGaussian();
                case FAILURES -> random.nextDouble() < 0.2 ? -0.8 : 0.2;
                case SKEWED -> 1 - random.nextExponential();
              })
          .toArray();
    }
  }

  /// Part of the studies whose interval misses the true mean: of the bootstrap over tasks, of
  /// Student's t over the means of runs, of Welch's between two such arms.
  static double[] misses(Spread spread, int tasks, int runs, int studies) {
    SplittableRandom random = new SplittableRandom(100L * tasks + runs);
    double[] missed = new double[3];
    for (int study = 0; study < studies; study++) {
      double[][] one = arm(spread, tasks, runs, random);
      missed[0] += BOOTSTRAP.of(scores(one), RunScores::mean).excludes(0) ? 1 : 0;
      missed[1] += Interval.ofRuns(means(one), Interval.Range.ANY).excludes(0) ? 1 : 0;
      double[] other = means(arm(spread, tasks, runs, random));
      missed[2] += Interval.ofTwoArms(means(one), other, Interval.Range.ANY).excludes(0) ? 1 : 0;
    }
    return java.util.Arrays.stream(missed).map(count -> count / studies).toArray();
  }

  /// `[task, run]`
  private static double[][] arm(Spread spread, int tasks, int runs, SplittableRandom random) {
    double[][] arm = new double[tasks][];
    java.util.Arrays.setAll(arm, _ -> spread.runs(runs, random));
    return arm;
  }

  private static double[] means(double[][] arm) {
    return IntStream.range(0, arm[0].length)
        .mapToDouble(run ->
            java.util.Arrays.stream(arm).mapToDouble(task -> task[run]).average().orElseThrow())
        .toArray();
  }

  private static RunScores scores(double[][] arm) {
    List<List<Double>> byTask = new ArrayList<>();
    for (double[] task : arm) {
      byTask.add(java.util.Arrays.stream(task).boxed().toList());
    }
    return RunScores.of(byTask);
  }

  public static void main(String[] arguments) {
    int studies = Integer.parseInt(arguments[0]);
    for (Spread spread : Spread.values()) {
      for (int tasks : new int[] {1, 5}) {
        for (int runs : new int[] {3, 5, 10}) {
          double[] missed = misses(spread, tasks, runs, studies);
          System.out.printf(
              Locale.ROOT,
              "| %s | %d | %d | %.1f %% | %.1f %% | %.1f %% |%n",
              spread.name().toLowerCase(Locale.ROOT),
              tasks,
              runs,
              100 * missed[0],
              100 * missed[1],
              100 * missed[2]);
        }
      }
    }
  }
}
