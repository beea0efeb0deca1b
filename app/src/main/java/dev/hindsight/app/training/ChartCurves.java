package dev.hindsight.app.training;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The curves of one chart, in the order they were added. One owner thread.
final class ChartCurves {
  private final Map<String, ChartCurve> byName = new LinkedHashMap<>();
  private final List<Mark> marks = new ArrayList<>();

  /// A place on the x axis where the user changed something.
  private record Mark(RunClock clock, long update) {}

  /// Adds the values of an update; a new name starts a new curve.
  ///
  /// @param row of the clock
  void add(RunClock clock, int row, List<ChartValue> readings) {
    for (ChartValue chartValue : readings) {
      ChartCurve chartCurve =
          byName.computeIfAbsent(chartValue.line(), name -> new ChartCurve(name, clock));
      chartCurve.remark(chartValue.remark());
      chartCurve.add(row, chartValue.value());
    }
  }

  /// Adds a curve.
  void add(ChartCurve chartCurve) {
    byName.put(chartCurve.name(), chartCurve);
  }

  /// Marks that the user changed something after an update.
  void mark(RunClock clock, long update) {
    marks.add(new Mark(clock, update));
  }

  /// The x of every mark.
  List<Double> marks(ChartAxis axis) {
    return marks.stream().map(mark -> mark.clock().after(axis, mark.update())).toList();
  }

  List<ChartCurve> all() {
    return List.copyOf(byName.values());
  }

  /// Whether any point of any curve has a number.
  boolean measured() {
    return byName.values().stream().anyMatch(ChartCurve::measured);
  }

  /// The smallest and the largest x; empty infinite bounds without points.
  ChartRange extent(ChartAxis axis) {
    double from = Double.POSITIVE_INFINITY;
    double to = Double.NEGATIVE_INFINITY;
    for (ChartCurve chartCurve : byName.values()) {
      if (chartCurve.count() > 0) {
        from = Math.min(from, chartCurve.x(axis, 0));
        to = Math.max(to, chartCurve.x(axis, chartCurve.count() - 1));
      }
    }
    return new ChartRange(axis, from, to);
  }

  /// The number of points of all curves that have a number.
  long points() {
    return byName.values().stream()
        .flatMapToDouble(
            chartCurve -> IntStream.range(0, chartCurve.count()).mapToDouble(chartCurve::y))
        .filter(Double::isFinite)
        .count();
  }
}
