package dev.hindsight.app.training;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The curves of one chart, in the order they were added. One owner thread.
final class ChartCurves {
  private final Map<String, ChartCurve> byName = new LinkedHashMap<>();
  private final List<Double> markers = new ArrayList<>();

  /// Adds the values at x; a new name starts a new curve.
  void add(double x, List<ChartValue> readings) {
    for (ChartValue chartValue : readings) {
      ChartCurve chartCurve = byName.computeIfAbsent(chartValue.line(), ChartCurve::new);
      chartCurve.remark(chartValue.remark());
      chartCurve.add(x, chartValue.value());
    }
  }

  /// Marks a place on the x axis where the user changed something.
  void mark(double x) {
    markers.add(x);
  }

  List<Double> markers() {
    return markers;
  }

  List<ChartCurve> all() {
    return List.copyOf(byName.values());
  }

  /// Whether any point of any curve has a number.
  boolean measured() {
    return byName.values().stream().anyMatch(ChartCurve::measured);
  }

  /// The number of points of all curves that have a number.
  long points() {
    return byName.values().stream()
        .flatMap(chartCurve ->
            Stream.iterate(0, i -> i < chartCurve.count(), i -> i + 1).map(chartCurve::y))
        .filter(Double::isFinite)
        .count();
  }
}
