package dev.hindsight.app.training;

/// The part of the x axis that charts show.
///
/// @param axis what x is
/// @param from smallest x; negative infinity for the whole run
/// @param to largest x; infinity for the whole run
record ChartRange(ChartAxis axis, double from, double to) {
  /// The whole run.
  static ChartRange whole(ChartAxis axis) {
    return new ChartRange(axis, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  /// Whether it is the whole run.
  boolean isWhole() {
    return Double.isInfinite(from) && Double.isInfinite(to);
  }

  /// Whether it includes an x.
  boolean has(double x) {
    return x >= from && x <= to;
  }
}
