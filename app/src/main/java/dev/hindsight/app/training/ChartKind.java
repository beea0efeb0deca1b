package dev.hindsight.app.training;

import dev.hindsight.trainer.run.UpdateReport;
import java.util.List;
import java.util.function.Function;

/// A kind of chart over the updates of a run.
///
/// @param id for tests: `scores`
/// @param title the title above it
/// @param unit of its numbers, empty if none
/// @param width in columns of the board
/// @param least smallest number that is always in range; NaN for none
/// @param most largest number that is always in range; NaN for none
/// @param readings the curves, and their values in an update
record ChartKind(
    String id,
    String title,
    String unit,
    int width,
    double least,
    double most,
    Function<UpdateReport, List<ChartValue>> readings) {
  /// A chart without a fixed range.
  static ChartKind of(
      String id, String title, String unit, Function<UpdateReport, List<ChartValue>> readings) {
    return new ChartKind(id, title, unit, 1, Double.NaN, Double.NaN, readings);
  }

  /// A chart whose range always includes two numbers.
  ChartKind within(double low, double high) {
    return new ChartKind(id, title, unit, width, low, high, readings);
  }

  /// A chart that is wider than others.
  ChartKind wide(int columns) {
    return new ChartKind(id, title, unit, columns, least, most, readings);
  }
}
