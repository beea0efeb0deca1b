package dev.hindsight.trainer.run.foreign;

import java.util.ArrayList;
import java.util.List;

/// A histogram as the quantiles [#SHARES] of its numbers; within a bucket they are spread evenly.
///
/// @param step when it was logged
/// @param quantiles one for each share, ascending
public record LoggedBands(long step, List<Double> quantiles) {
  /// The least, the largest, the median, and one, two and half a standard deviation of a normal
  /// distribution beside it.
  public static final List<Double> SHARES =
      List.of(0.0, 0.0668, 0.1587, 0.3085, 0.5, 0.6915, 0.8413, 0.9332, 1.0);

  /// Copies the list.
  public LoggedBands {
    quantiles = List.copyOf(quantiles);
    if (quantiles.size() != SHARES.size()) {
      throw new IllegalArgumentException("a quantile for each share");
    }
  }

  /// The bands of a histogram.
  ///
  /// @param least lower end of the first bucket
  /// @param most upper end of the numbers, where the last bucket may be open
  /// @param limits upper end of each bucket, ascending
  /// @param counts of each bucket
  static LoggedBands of(long step, double least, double most, double[] limits, double[] counts) {
    int buckets = Math.min(limits.length, counts.length);
    double total = 0;
    for (int i = 0; i < buckets; i++) {
      total += counts[i];
    }
    List<Double> quantiles = new ArrayList<>();
    for (double share : SHARES) {
      quantiles.add(quantile(share * total, least, most, limits, counts, buckets));
    }
    return new LoggedBands(step, quantiles);
  }

  private static double quantile(
      double wanted, double least, double most, double[] limits, double[] counts, int buckets) {
    double below = 0;
    for (int i = 0; i < buckets; i++) {
      if (counts[i] > 0 && below + counts[i] >= wanted) {
        double low = Math.max(least, i == 0 ? least : limits[i - 1]);
        double high = Math.max(low, Math.min(most, limits[i]));
        return low + (high - low) * (wanted - below) / counts[i];
      }
      below += counts[i];
    }
    return most;
  }
}
