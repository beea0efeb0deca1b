package dev.hindsight.app.window;

import dev.hindsight.app.timeline.TickRange;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelineState;

/// What the loop keys do to the loop.
final class LoopRange {
  private LoopRange() {}

  /// Off where there is a loop; else the trial the cursor is in, or everything where there are no
  /// trials.
  static TimelineCommand toggled(TimelineState state) {
    if (state.loop().isPresent()) {
      return new TimelineCommand.LoopOff();
    }
    int stretch = state.axis().stretchAt(state.tick());
    return new TimelineCommand.Loop(
        stretch < 0
            ? new TickRange(0, state.axis().last())
            : new TickRange(
                state.axis().trials().start(stretch), state.axis().trials().end(stretch) - 1));
  }

  /// So many ticks with the cursor in their middle, as far as its trial goes.
  static TimelineCommand around(TimelineState state, int ticks) {
    int stretch = state.axis().stretchAt(state.tick());
    int start = stretch < 0 ? 0 : state.axis().trials().start(stretch);
    int last = stretch < 0 ? state.axis().last() : state.axis().trials().end(stretch) - 1;
    int first = Math.max(start, Math.min(state.tick() - ticks / 2, last - ticks + 1));
    return new TimelineCommand.Loop(new TickRange(first, Math.min(last, first + ticks - 1)));
  }

  /// From the cursor to where the loop ends, or to the end.
  static TimelineCommand from(TimelineState state) {
    int last = state.loop().map(TickRange::last).orElse(state.axis().last());
    return new TimelineCommand.Loop(
        new TickRange(state.tick(), state.tick() <= last ? last : state.axis().last()));
  }

  /// From where the loop begins, or from the beginning, to the cursor.
  static TimelineCommand to(TimelineState state) {
    int first = state.loop().map(TickRange::first).orElse(0);
    return new TimelineCommand.Loop(new TickRange(first <= state.tick() ? first : 0, state.tick()));
  }
}
