package dev.hindsight.trainer.run;

import java.util.Arrays;

/// A mean and where the true one lies with 95 % confidence.
///
/// @param mean of what was seen
/// @param low lower end
/// @param high upper end
/// @param count how many were seen
public record Interval(double mean, double low, double high, int count) {
  /// Of the normal distribution: 95 % lie within this many deviations.
  private static final double Z = 1.959963984540054;

  /// From independent samples, at least one.
  ///
  /// Where all of them are 0 or 1 it is the interval of Wilson (1927), which is right at the ends
  /// too; else the mean plus and minus 1.96 standard errors.
  public static Interval of(double[] samples) {
    double mean = Arrays.stream(samples).average().orElseThrow();
    boolean shares = Arrays.stream(samples).allMatch(sample -> sample == 0 || sample == 1);
    return shares ? wilson(mean, samples.length) : normal(mean, samples);
  }

  private static Interval wilson(double share, int count) {
    double z2 = Z * Z / count;
    double middle = (share + z2 / 2) / (1 + z2);
    double half = Z * Math.sqrt(share * (1 - share) / count + z2 / (4 * count)) / (1 + z2);
    // At the ends rounding would leave the mean outside.
    return new Interval(
        share, Math.min(share, Math.max(0, middle - half)), Math.max(share, middle + half), count);
  }

  private static Interval normal(double mean, double[] samples) {
    int count = samples.length;
    double squares = Arrays.stream(samples).map(sample -> (sample - mean) * (sample - mean)).sum();
    double error = count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1) / count);
    return new Interval(mean, mean - Z * error, mean + Z * error, count);
  }
}
