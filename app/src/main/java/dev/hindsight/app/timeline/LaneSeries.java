package dev.hindsight.app.timeline;

import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.task.Cancellation;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/// The numbers of a lane before they are read.
///
/// @param key tells them from others
/// @param family the key all those have that follow each other as the cursor moves: what cannot be
///   had of one of them cannot be had of any; the key itself where they stay what they are
/// @param form how they are drawn
/// @param unit of them, may be empty
/// @param names what a category is called
/// @param numbers reads one; any thread
/// @param work what has to be done before they are read
/// @param meanwhile what is drawn until then
record LaneSeries(
    SeriesKey key,
    SeriesKey family,
    LaneStyle form,
    String unit,
    IntFunction<String> names,
    IntToDoubleFunction numbers,
    Work work,
    Placeholder meanwhile) {
  /// What stands in the place of numbers that are being read.
  enum Placeholder {
    /// Nothing.
    WORDS,
    /// The last of their family that were read.
    LAST
  }

  /// Numbers that need only be read.
  LaneSeries(
      SeriesKey key,
      LaneStyle form,
      String unit,
      IntFunction<String> names,
      IntToDoubleFunction numbers) {
    this(key, key, form, unit, names, numbers, (_, _) -> {}, Placeholder.WORDS);
  }

  /// Done in the background, once before numbers are read.
  @FunctionalInterface
  interface Work {
    /// @param ticks how many will be read
    void before(int ticks, Cancellation cancellation);
  }

  /// The same, worked out.
  ///
  /// @param edition tells it from that of other checkpoints
  /// @param of and from that of other queries; empty where it is of none
  LaneSeries computed(int edition, String of, Work first, Placeholder until) {
    SeriesKey all = new SeriesKey(key.channel() + "|" + edition, key.index());
    SeriesKey own = new SeriesKey(all.channel() + "|" + of, key.index());
    return new LaneSeries(own, all, form, unit, names, numbers, first, until);
  }

  /// What a lane has to show.
  sealed interface FindResult {}

  /// Numbers.
  record Available(LaneSeries series) implements FindResult {}

  /// None, and why.
  record Missing(String why) implements FindResult {}
}
