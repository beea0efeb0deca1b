package dev.hindsight.app.timeline;

import dev.hindsight.inspector.series.MinMaxPyramid;
import java.util.function.IntFunction;

/// What there is to draw of a channel.
sealed interface LaneData {
  /// The numbers.
  ///
  /// @param form how they are drawn
  /// @param series the numbers
  /// @param unit of them, may be empty
  /// @param names what a category is called
  /// @param lowest what the lower edge of a curve stands for: the least number, also of a lane that
  ///   is to be compared with
  /// @param highest what the upper edge stands for
  record Ready(
      LaneStyle form,
      MinMaxPyramid series,
      String unit,
      IntFunction<String> names,
      double lowest,
      double highest)
      implements LaneData {
    /// A lane with a scale of its own.
    Ready(LaneStyle form, MinMaxPyramid series, String unit, IntFunction<String> names) {
      this(form, series, unit, names, series.lowest(), series.highest());
    }
  }

  /// Nothing, and why.
  record Empty(String why) implements LaneData {}
}
