package dev.hindsight.trainer.study;

import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/// Intervals for statistics of several runs that no formula covers: draws the runs of every task
/// again with replacement, many times, and takes the middle 95 % of the statistic (percentile
/// bootstrap, stratified by task, as Agarwal et al. 2021).
///
/// The resamples of n runs of one task never leave the range of these runs, so the interval of a
/// mean misses the true one in at least `2^(1-n)` of all studies: 25 % with 3 runs, 6 % with 5.
/// `docs/measurements/intervals.md` has measurements. To say whether two arms differ, use
/// [Interval#ofTwoArms].
///
/// Each call draws from the seed afresh, so an independent program can repeat it.
///
/// @param resamples how often the runs are drawn
/// @param seed first state of the [dev.hindsight.trainer.SplitMix64] generator
public record StratifiedBootstrap(int resamples, long seed) {
  /// Smaller differences between resamples are rounding errors of sums.
  private static final double ROUNDING = 1e-12;

  /// @throws IllegalArgumentException without resamples
  public StratifiedBootstrap {
    if (resamples < 1) {
      throw new IllegalArgumentException(resamples + " resamples");
    }
  }

  /// The interval of a statistic of one arm; none if all resamples agree.
  public Interval of(RunScores scores, ToDoubleFunction<RunScores> statistic) {
    double[] drawn = new double[resamples];
    long[] random = {seed};
    Arrays.setAll(drawn, _ -> statistic.applyAsDouble(scores.drawn(random)));
    return middle(statistic.applyAsDouble(scores), drawn, scores.runs());
  }

  /// The interval of a statistic of two arms, whose runs are drawn independently: first those of
  /// one, then those of the other.
  public Interval of(
      RunScores one, RunScores other, ToDoubleBiFunction<RunScores, RunScores> statistic) {
    double[] drawn = new double[resamples];
    long[] random = {seed};
    Arrays.setAll(drawn, _ -> statistic.applyAsDouble(one.drawn(random), other.drawn(random)));
    return middle(statistic.applyAsDouble(one, other), drawn, Math.min(one.runs(), other.runs()));
  }

  private static Interval middle(double value, double[] drawn, int runs) {
    Arrays.sort(drawn);
    if (drawn[drawn.length - 1] - drawn[0] <= ROUNDING) {
      // Resamples that all agree say nothing of the true spread.
      return new Interval(value, Double.NaN, Double.NaN, runs, Interval.Method.NONE);
    }
    return new Interval(
        value,
        quantile(drawn, Interval.TAIL),
        quantile(drawn, 1 - Interval.TAIL),
        runs,
        Interval.Method.BOOTSTRAP);
  }

  /// The quantile of sorted values, interpolated linearly between neighbours.
  static double quantile(double[] sorted, double part) {
    double place = part * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
