package dev.hindsight.app.timeline;

import dev.hindsight.inspector.series.SeriesKey;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/// The numbers of a lane before they are read.
///
/// @param key tells them from others
/// @param form how they are drawn
/// @param unit of them, may be empty
/// @param names what a category is called
/// @param numbers reads one; any thread
record LaneSeries(
    SeriesKey key,
    LaneForm form,
    String unit,
    IntFunction<String> names,
    IntToDoubleFunction numbers) {

  /// The same of an edition: not to be taken for that of another, the first having number 0.
  LaneSeries edition(int number) {
    if (number == 0) {
      return this;
    }
    SeriesKey other = new SeriesKey(key.channel() + "|" + number, key.index());
    return new LaneSeries(other, form, unit, names, numbers);
  }

  /// What a lane has to show.
  sealed interface Found {}

  /// Numbers.
  record There(LaneSeries series) implements Found {}

  /// None, and why.
  record Missing(String why) implements Found {}
}
