package dev.hindsight.app.timeline;

import dev.hindsight.trainer.rollout.Span;

/// Everything that can happen to a cursor. Buttons, keys, films, scripts and tests send the same.
public sealed interface TimelineCommand {
  /// Go to a tick, or the nearest there is.
  record Seek(long tick) implements TimelineCommand {}

  /// Pause, and go so many ticks on (or back, below 0).
  record Step(int ticks) implements TimelineCommand {}

  /// Pause, and go to the start of a trial so many on (or back, below 0).
  record StepTrial(int trials) implements TimelineCommand {}

  /// Play or pause. Playing on from the end starts again at the other one.
  record Play(PlaybackMotion motion) implements TimelineCommand {}

  /// Play forward if paused, pause if playing.
  record TogglePlay() implements TimelineCommand {}

  /// Play at so many times the simulated speed; what is out of
  /// [TimelineState#SLOWEST]..[TimelineState#FASTEST] becomes the nearest.
  record Speed(double factor) implements TimelineCommand {}

  /// Play round and round within a range.
  record Loop(Span range) implements TimelineCommand {}

  /// Play to the end again.
  record LoopOff() implements TimelineCommand {}

  /// Time has passed.
  ///
  /// @param seconds since the last pulse, real time
  record Pulse(double seconds) implements TimelineCommand {}

  /// The user takes hold of the cursor: it stops playing by itself.
  record Grab() implements TimelineCommand {}

  /// The user lets go of the cursor: what it did before goes on.
  record Release() implements TimelineCommand {}

  /// The recording has another length now.
  record Extend(TimeAxis axis) implements TimelineCommand {}
}
