package dev.hindsight.app.training;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/// How charts of runs are shown, as the user has chosen; the same for every tab until the window
/// closes.
///
/// @param axis what x is
/// @param smoothing factor of the exponential smoothing: 0 for none, less than 1
/// @param logarithmic ids of charts with a logarithmic scale
/// @param grouped whether a comparison shows runs that differ only in their seed as their mean
public record ChartOptions(
    ChartAxis axis, double smoothing, Set<String> logarithmic, boolean grouped) {
  /// Everything as it was measured, over updates.
  public static final ChartOptions INITIAL = new ChartOptions(ChartAxis.UPDATES, 0, Set.of(), true);

  /// Largest factor of smoothing.
  static final double MOST_SMOOTHING = 0.99;

  /// Copies the set.
  public ChartOptions {
    if (!(smoothing >= 0 && smoothing < 1)) {
      throw new IllegalArgumentException("no factor of smoothing: " + smoothing);
    }
    logarithmic = Collections.unmodifiableSet(new TreeSet<>(logarithmic));
  }

  /// With another x.
  ChartOptions over(ChartAxis other) {
    return new ChartOptions(other, smoothing, logarithmic, grouped);
  }

  /// With another factor of smoothing.
  ChartOptions smoothed(double factor) {
    return new ChartOptions(axis, factor, logarithmic, grouped);
  }

  /// With the other scale for a chart: logarithmic if it was linear.
  ChartOptions rescaled(String chart) {
    Set<String> all = new TreeSet<>(logarithmic);
    if (!all.remove(chart)) {
      all.add(chart);
    }
    return new ChartOptions(axis, smoothing, all, grouped);
  }

  /// With runs that differ only in their seed shown as one, or apart if they were one.
  ChartOptions regrouped() {
    return new ChartOptions(axis, smoothing, logarithmic, !grouped);
  }
}
