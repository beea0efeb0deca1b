package dev.hindsight.app.training;

import dev.hindsight.trainer.run.UpdateReport;
import java.util.List;
import java.util.function.Function;

/// A chart over the updates of a run.
///
/// @param id for tests: `scores`
/// @param title over it
/// @param unit of its numbers, empty for none
/// @param width in columns of the board
/// @param least lowest number it shows at least; NaN for none in particular
/// @param most highest number it shows at least; NaN for none in particular
/// @param readings the lines, and what an update says about each
record ChartKind(
    String id,
    String title,
    String unit,
    int width,
    double least,
    double most,
    Function<UpdateReport, List<ChartValue>> readings) {
  /// One that shows whatever there is.
  static ChartKind of(
      String id, String title, String unit, Function<UpdateReport, List<ChartValue>> readings) {
    return new ChartKind(id, title, unit, 1, Double.NaN, Double.NaN, readings);
  }

  /// One that always shows a range.
  ChartKind within(double low, double high) {
    return new ChartKind(id, title, unit, width, low, high, readings);
  }

  /// One that is wider than others.
  ChartKind wide(int columns) {
    return new ChartKind(id, title, unit, columns, least, most, readings);
  }
}
