package dev.hindsight.app.window;

import dev.hindsight.app.timeline.TimeAxis;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.trainer.rollout.Span;

/// What the loop keys do to the loop.
final class LoopRange {
  private LoopRange() {}

  /// Off where a trial or a range chosen by hand is looped; else the trial the cursor is in, or
  /// everything where there are no trials.
  ///
  /// @param ticks length of the other loop, the one around a tick
  static TimelineCommand toggled(TimelineState state, int ticks) {
    return isOn(state, ticks)
        ? new TimelineCommand.LoopOff()
        : new TimelineCommand.Loop(state.axis().trialAt(state.tick()));
  }

  /// Whether there is a loop other than the one around a tick.
  ///
  /// @param ticks length of the loop around a tick; a trial as short as that is a trial all the
  ///   same
  static boolean isOn(TimelineState state, int ticks) {
    return state
        .loop()
        .filter(
            range -> range.equals(state.axis().trialAt(range.from())) || !isAround(state, ticks))
        .isPresent();
  }

  /// Off where there is such a loop; else so many ticks with the cursor in their middle, as far as
  /// its trial goes.
  static TimelineCommand aroundToggled(TimelineState state, int ticks) {
    return isAround(state, ticks)
        ? new TimelineCommand.LoopOff()
        : new TimelineCommand.Loop(around(state.axis(), state.tick(), ticks));
  }

  /// Whether the loop is one of so many ticks around a tick.
  static boolean isAround(TimelineState state, int ticks) {
    return state
        .loop()
        .filter(
            range -> range.equals(around(state.axis(), range.from() + range.ticks() / 2, ticks)))
        .isPresent();
  }

  private static Span around(TimeAxis axis, int tick, int ticks) {
    Span trial = axis.trialAt(tick);
    int from = Math.max(trial.from(), Math.min(tick - ticks / 2, trial.to() - ticks));
    return new Span(from, Math.min(trial.to(), from + ticks));
  }

  /// From the cursor to where the loop ends, or to the end.
  static TimelineCommand from(TimelineState state) {
    int all = state.axis().all().to();
    int end = state.loop().map(Span::to).orElse(all);
    return new TimelineCommand.Loop(new Span(state.tick(), state.tick() < end ? end : all));
  }

  /// From where the loop begins, or from the beginning, to the cursor.
  static TimelineCommand to(TimelineState state) {
    int from = state.loop().map(Span::from).orElse(0);
    return new TimelineCommand.Loop(new Span(from <= state.tick() ? from : 0, state.tick() + 1));
  }
}
