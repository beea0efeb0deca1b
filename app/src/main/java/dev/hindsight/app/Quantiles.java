package dev.hindsight.app;

import java.util.List;
import java.util.Locale;

/// Median and 95th percentile of some times, milliseconds.
public record Quantiles(double median, double p95) {
  /// @param times at least one
  static Quantiles of(List<Double> times) {
    List<Double> sorted = times.stream().sorted().toList();
    return new Quantiles(at(sorted, 0.5), at(sorted, 0.95));
  }

  private static double at(List<Double> sorted, double part) {
    return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "median %.2f ms, 95th percentile %.2f ms", median, p95);
  }
}
