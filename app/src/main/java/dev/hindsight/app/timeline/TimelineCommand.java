package dev.hindsight.app.timeline;

import dev.hindsight.trainer.rollout.Span;

/// Everything that can happen to a cursor. Buttons, keys, films, scripts and tests send the same
/// commands.
public sealed interface TimelineCommand {
  /// Goes to a tick, or the nearest existing one.
  record Seek(long tick) implements TimelineCommand {}

  /// Pauses, and moves a number of ticks forwards (or backwards, below 0).
  record Step(int ticks) implements TimelineCommand {}

  /// Pauses, and goes to the start of a trial some trials later (or earlier, below 0).
  record StepTrial(int trials) implements TimelineCommand {}

  /// Plays or pauses. Playing from one end starts over at the other.
  record Play(PlaybackMotion motion) implements TimelineCommand {}

  /// Plays forward if paused, pauses if playing.
  record TogglePlay() implements TimelineCommand {}

  /// Sets the speed as a multiple of the simulated one, limited to
  /// [TimelineState#SLOWEST]..[TimelineState#FASTEST].
  record Speed(double factor) implements TimelineCommand {}

  /// Plays a range in a loop.
  record Loop(Span range) implements TimelineCommand {}

  /// Ends the loop.
  record LoopOff() implements TimelineCommand {}

  /// Time has passed.
  ///
  /// @param seconds since the last pulse, real time
  record Pulse(double seconds) implements TimelineCommand {}

  /// The user starts to drag the cursor: playback is suspended.
  record Grab() implements TimelineCommand {}

  /// The user releases the cursor: playback resumes if it was on.
  record Release() implements TimelineCommand {}

  /// Sets the new length of the recording.
  record Extend(TimeAxis axis) implements TimelineCommand {}
}
