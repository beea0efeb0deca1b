package dev.hindsight.trainer.study;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/// A mean and where the true one lies with 95 % confidence.
///
/// The method follows from what is estimated, never from what the samples happen to look like, and
/// an interval says which one it is. Samples are independent: episodes, or runs of one episode with
/// other random numbers; never the trials or the agents of one episode.
/// `docs/measurements/intervals.md` holds how often each is wrong and how wide it is.
///
/// @param mean of what was seen
/// @param low lower end; NaN with [Method#NONE]
/// @param high upper end; NaN with [Method#NONE]
/// @param count n, how many samples were seen
/// @param method where the ends come from
public record Interval(double mean, double low, double high, int count, Method method) {
  /// Part of the samples' worlds in which the true mean may lie beyond one end.
  private static final double TAIL = 0.025;

  /// How ends are worked out.
  public enum Method {
    /// A proportion of samples that are by nature 0 or 1: Clopper and Pearson (1934), exact.
    CLOPPER_PEARSON("clopper-pearson", "Clopper-Pearson: a proportion, exact"),
    /// The mean of a measure with a known range: Gaffke (2005).
    GAFFKE("gaffke", "Gaffke: a mean within its range"),
    /// The mean of differences of pairs, of a measure with a known range: Gaffke (2005).
    GAFFKE_PAIRED("gaffke-paired", "Gaffke: differences of pairs within their range"),
    /// The mean of a measure without a range: Student's t. It trusts the mean to be nearly normal.
    STUDENT("student-t", "Student t: approximate, a measure without a range"),
    /// There is none: one sample, or samples of a measure without a range that are all equal.
    NONE("none", "no interval");

    private final String id;
    private final String words;

    Method(String id, String words) {
      this.id = id;
      this.words = words;
    }

    /// As JSON names it: `gaffke-paired`.
    public String id() {
      return id;
    }

    /// For people: who found it and what for.
    public String words() {
      return words;
    }
  }

  /// What values a measure can take at all.
  ///
  /// @param low the least; may be negative infinity
  /// @param high the most; may be infinity
  public record Range(double low, double high) {
    /// A score, a share.
    public static final Range UNIT = new Range(0, 1);

    /// A count of something.
    public static final Range COUNT = new Range(0, Double.POSITIVE_INFINITY);

    /// Any number.
    public static final Range ANY = new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /// @throws IllegalArgumentException if it is empty
    public Range {
      if (!(low < high)) {
        throw new IllegalArgumentException("no range: " + low + " to " + high);
      }
    }

    /// Of the difference of two values of this range.
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

  /// Of samples that are 0 or 1 by nature, at least one.
  ///
  /// @throws IllegalArgumentException if one is neither
  public static Interval ofProportion(double[] samples) {
    if (Arrays.stream(samples).anyMatch(sample -> sample != 0 && sample != 1)) {
      throw new IllegalArgumentException("not a proportion: " + Arrays.toString(samples));
    }
    // Of samples of 0 and 1 Gaffke's bounds are those of Clopper and Pearson.
    return of(samples, Range.UNIT, Method.CLOPPER_PEARSON);
  }

  /// Of independent samples of a measure, at least one.
  public static Interval ofMean(double[] samples, Range range) {
    return of(samples, range, Method.GAFFKE);
  }

  /// Of differences of pairs, one a pair: what both values of a pair share (an episode, its seed)
  /// is out of it.
  ///
  /// @param range of the measure, not of its differences
  public static Interval ofDifferences(double[] differences, Range range) {
    return of(differences, range.ofDifferences(), Method.GAFFKE_PAIRED);
  }

  private static Interval of(double[] samples, Range range, Method bounded) {
    if (samples.length < 2) {
      return none(samples);
    }
    return range.isBounded() ? gaffke(samples, range, bounded) : student(samples, range);
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
    double squares = Arrays.stream(samples).map(sample -> (sample - mean) * (sample - mean)).sum();
    if (!(squares > 0)) {
      // No spread was seen. That says nothing about how much there is.
      return none(samples);
    }
    double half = studentQuantile(count - 1) * Math.sqrt(squares / (count - 1) / count);
    return new Interval(
        mean, range.clamp(mean - half), range.clamp(mean + half), count, Method.STUDENT);
  }

  /// Deviations of the mean to either end, by Student's t.
  ///
  /// @param freedom degrees of freedom, at least 1
  static double studentQuantile(int freedom) {
    return TDistribution.of(freedom).inverseSurvivalProbability(TAIL);
  }

  /// Whether it has ends.
  public boolean known() {
    return method != Method.NONE;
  }

  /// Whether a value lies outside: with 95 % confidence the true mean is another. Never where there
  /// is no interval.
  public boolean excludes(double value) {
    return known() && (value < low || value > high);
  }

  /// The ends in words: `95 % between 0.12 and 0.34`, or why there are none.
  ///
  /// @param number how an end is written: [dev.hindsight.trainer.NumberWords#gain]
  /// @param sample what a sample is, in the singular: `episode`
  public String words(DoubleFunction<String> number, String sample) {
    if (known()) {
      return "95 % between " + number.apply(low) + " and " + number.apply(high);
    }
    return "no interval: "
        + (count < 2 ? "one " + sample : "all " + count + " " + sample + "s are equal");
  }
}
