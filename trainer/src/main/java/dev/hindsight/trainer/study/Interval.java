package dev.hindsight.trainer.study;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/// A mean and the range that contains the true one with 95 % confidence.
///
/// The method depends on what is estimated, never on what the samples happen to look like, and the
/// interval names it. Samples must be independent: episodes, or runs of one episode with other
/// random numbers; never the trials or the agents of one episode. `docs/measurements/intervals.md`
/// says how often each method is wrong and how wide its intervals are.
///
/// @param mean of the samples
/// @param low lower end; NaN with [Method#NONE]
/// @param high upper end; NaN with [Method#NONE]
/// @param count n, number of samples
/// @param method how the ends were computed
public record Interval(double mean, double low, double high, int count, Method method) {
  /// Probability that the true mean lies beyond one end.
  static final double TAIL = 0.025;

  /// Relative differences below this are rounding errors of sums, not spread.
  private static final double ROUNDING = 1e-12;

  /// The method of [#ofDifferences], for texts about intervals that are not computed yet.
  public static final Method OF_DIFFERENCES = Method.GAFFKE_PAIRED;

  /// How the ends are computed.
  public enum Method {
    /// For a proportion of samples that can only be 0 or 1: Clopper and Pearson (1934), exact.
    CLOPPER_PEARSON("clopper-pearson", wording("Interval.clopper_pearson_a_proportion_exact")),
    /// For the mean of a measure with a known range: Gaffke (2005).
    GAFFKE("gaffke", wording("Interval.gaffke_a_mean_within_its_range")),
    /// For the mean of paired differences of a measure with a known range: Gaffke (2005).
    GAFFKE_PAIRED("gaffke-paired", wording("Interval.gaffke_differences_of_pairs_within")),
    /// For the mean of a measure without a range: Student's t. It assumes that the mean is nearly
    /// normal.
    STUDENT("student-t", wording("Interval.student_t_approximate_a_measure")),
    /// For the difference between the means of two independent sets of training runs: Welch (1947).
    WELCH("welch", wording("Interval.welch_approximate_two_arms")),
    /// For statistics of several runs: [StratifiedBootstrap].
    BOOTSTRAP("bootstrap-percentile", wording("Interval.percentile_bootstrap_stratified_by_task")),
    /// No interval: one sample, or equal samples of a measure without a range.
    NONE("none", wording("Interval.no_interval"));

    private final String id;
    private final String words;

    Method(String id, String words) {
      this.id = id;
      this.words = words;
    }

    /// The name in JSON: `gaffke-paired`.
    public String id() {
      return id;
    }

    /// For people: its author and its use.
    public String words() {
      return words;
    }
  }

  /// The possible values of a measure.
  ///
  /// @param low smallest; may be negative infinity
  /// @param high largest; may be infinity
  public record Range(double low, double high) {
    /// A score or a share.
    public static final Range UNIT = new Range(0, 1);

    /// A count.
    public static final Range COUNT = new Range(0, Double.POSITIVE_INFINITY);

    /// Any number.
    public static final Range ANY = new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /// @throws IllegalArgumentException if it is empty
    public Range {
      if (!(low < high)) {
        throw new IllegalArgumentException("no range: " + low + " to " + high);
      }
    }

    /// The range of differences between two values.
    public Range ofDifferences() {
      return new Range(low - high, high - low);
    }

    private boolean isBounded() {
      return Double.isFinite(low) && Double.isFinite(high);
    }

    private double clamp(double value) {
      return Math.clamp(value, low, high);
    }
  }

  /// Both ends, the lower first.
  public List<Double> ends() {
    return List.of(low, high);
  }

  /// The interval of samples that can only be 0 or 1, at least one.
  ///
  /// @throws IllegalArgumentException if one is neither
  public static Interval ofProportion(double[] samples) {
    if (Arrays.stream(samples).anyMatch(sample -> sample != 0 && sample != 1)) {
      throw new IllegalArgumentException("not a proportion: " + Arrays.toString(samples));
    }
    // For samples of 0 and 1, Gaffke's bounds are those of Clopper and Pearson.
    return of(samples, Range.UNIT, Method.CLOPPER_PEARSON);
  }

  /// The interval of independent samples of a measure, at least one.
  public static Interval ofMean(double[] samples, Range range) {
    return of(samples, range, Method.GAFFKE);
  }

  /// The interval of paired differences, one per pair: what both values of a pair share (an
  /// episode, its seed) cancels.
  ///
  /// @param range of the measure, not of its differences
  public static Interval ofDifferences(double[] differences, Range range) {
    return of(differences, range.ofDifferences(), OF_DIFFERENCES);
  }

  /// The interval of the mean over training runs, by Student's t. Each sample is itself a mean over
  /// many episodes, so the mean of a few is nearly normal, which single episodes need not be.
  ///
  /// @param runs one sample per run, at least one
  /// @param range of the measure; the ends stay within
  public static Interval ofRuns(double[] runs, Range range) {
    return runs.length < 2 ? none(runs) : student(runs, range);
  }

  /// The interval of the difference between the mean over the runs of one arm and that over the
  /// runs of another, which are independent: Welch's form of Student's t. None with one run of
  /// either, or if the runs of both are all equal.
  ///
  /// @param range of the measure, not of differences
  public static Interval ofTwoArms(double[] runs, double[] minus, Range range) {
    double difference = mean(runs) - mean(minus);
    int count = Math.min(runs.length, minus.length);
    double one = errorSquared(runs);
    double other = errorSquared(minus);
    if (count < 2 || !(one + other > 0)) {
      return new Interval(difference, Double.NaN, Double.NaN, count, Method.NONE);
    }
    double freedom =
        (one + other)
            * (one + other)
            / (one * one / (runs.length - 1) + other * other / (minus.length - 1));
    double half = studentQuantile(freedom) * Math.sqrt(one + other);
    Range differences = range.ofDifferences();
    return new Interval(
        difference,
        differences.clamp(difference - half),
        differences.clamp(difference + half),
        count,
        Method.WELCH);
  }

  /// The square of the standard error of a mean; 0 if the samples differ by no more than rounding.
  private static double errorSquared(double[] samples) {
    double mean = mean(samples);
    double squares = Arrays.stream(samples).map(sample -> (sample - mean) * (sample - mean)).sum();
    boolean rounding = squares <= ROUNDING * ROUNDING * samples.length * mean * mean;
    return rounding ? 0 : squares / (samples.length - 1) / samples.length;
  }

  private static Interval of(double[] samples, Range range, Method bounded) {
    if (samples.length < 2) {
      return none(samples);
    }
    return range.isBounded() ? gaffke(samples, range, bounded) : student(samples, range);
  }

  /// The mean of something that was not measured.
  public static Interval notMeasured(int count) {
    return new Interval(Double.NaN, Double.NaN, Double.NaN, count, Method.NONE);
  }

  private static Interval none(double[] samples) {
    return new Interval(mean(samples), Double.NaN, Double.NaN, samples.length, Method.NONE);
  }

  private static double mean(double[] samples) {
    return Arrays.stream(samples).average().orElseThrow();
  }

  private static Interval gaffke(double[] samples, Range range, Method method) {
    double mean = mean(samples);
    GaffkeBound above = GaffkeBound.above(samples, range.high());
    GaffkeBound below = GaffkeBound.below(samples, range.low());
    return new Interval(
        mean,
        Math.min(mean, below.at(TAIL)),
        Math.max(mean, above.at(TAIL)),
        samples.length,
        method);
  }

  private static Interval student(double[] samples, Range range) {
    double mean = mean(samples);
    int count = samples.length;
    double error = errorSquared(samples);
    if (!(error > 0)) {
      // The samples have no spread, which says nothing about the true spread.
      return none(samples);
    }
    double half = studentQuantile(count - 1) * Math.sqrt(error);
    return new Interval(
        mean, range.clamp(mean - half), range.clamp(mean + half), count, Method.STUDENT);
  }

  /// Standard errors from the mean to either end, by Student's t.
  ///
  /// @param freedom degrees of freedom, at least 1
  static double studentQuantile(double freedom) {
    return TDistribution.of(freedom).inverseSurvivalProbability(TAIL);
  }

  /// Whether it has ends.
  public boolean known() {
    return method != Method.NONE;
  }

  /// Whether a value lies outside: with 95 % confidence the true mean differs from it. Never true
  /// without an interval.
  public boolean excludes(double value) {
    return known() && (value < low || value > high);
  }

  /// The ends in words: `95 % between 0.12 and 0.34`, or why there are none.
  ///
  /// @param number format of an end: [dev.hindsight.trainer.NumberWords#scoreDifference]
  /// @param sample the kind of sample, in the singular: `episode`
  public String words(DoubleFunction<String> number, String sample) {
    if (known()) {
      return wording("Interval.95_between_and", number.apply(low), number.apply(high));
    }
    return wording(
        "Interval.no_interval_2",
        count < 2
            ? wording("Interval.one", sample)
            : wording("Interval.all_s_are_equal", count, sample));
  }
}
