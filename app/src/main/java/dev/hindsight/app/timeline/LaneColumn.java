package dev.hindsight.app.timeline;

import dev.hindsight.inspector.series.Pyramid;
import java.util.function.IntFunction;

/// What there is to draw of a channel.
sealed interface LaneColumn {
  /// The numbers.
  ///
  /// @param form how they are drawn
  /// @param series the numbers
  /// @param unit of them, may be empty
  /// @param names what a category is called
  record Ready(LaneForm form, Pyramid series, String unit, IntFunction<String> names)
      implements LaneColumn {}

  /// Nothing, and why.
  record Empty(String why) implements LaneColumn {}
}
