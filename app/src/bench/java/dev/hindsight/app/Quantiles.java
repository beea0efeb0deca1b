package dev.hindsight.app;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NumberWords;
import java.util.List;

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
    return wording(
        "Quantiles.median_ms_95th_percentile_ms",
        NumberWords.decimals(median, 2),
        NumberWords.decimals(p95, 2));
  }
}
