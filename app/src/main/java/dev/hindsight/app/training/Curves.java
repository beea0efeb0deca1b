package dev.hindsight.app.training;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The lines of one chart, in the order they came. One owner thread.
final class Curves {
  private final Map<String, Curve> byName = new LinkedHashMap<>();
  private final List<Double> markers = new ArrayList<>();

  /// Adds what was read at x; a line that is new begins here.
  void add(double x, List<Reading> readings) {
    for (Reading reading : readings) {
      Curve curve = byName.computeIfAbsent(reading.line(), Curve::new);
      curve.remark(reading.remark());
      curve.add(x, reading.value());
    }
  }

  /// A place on the x axis where something was changed by hand.
  void mark(double x) {
    markers.add(x);
  }

  List<Double> markers() {
    return markers;
  }

  List<Curve> all() {
    return List.copyOf(byName.values());
  }

  /// Whether any point of any line holds a number.
  boolean measured() {
    return byName.values().stream().anyMatch(Curve::measured);
  }

  /// Points of all lines that hold a number.
  long points() {
    return byName.values().stream()
        .flatMap(curve -> Stream.iterate(0, i -> i < curve.count(), i -> i + 1).map(curve::y))
        .filter(Double::isFinite)
        .count();
  }
}
