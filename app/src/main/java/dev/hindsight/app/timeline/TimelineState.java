package dev.hindsight.app.timeline;

import dev.hindsight.trainer.rollout.Span;
import java.util.Optional;

/// The position of the cursor and how it moves.
///
/// Playback follows *simulated* time: `speed / tickSeconds` ticks per second. The phase keeps the
/// remainder of each pulse, so that no tick is lost at any pulse length or speed.
///
/// @param axis of the recording
/// @param tick `0..T-1`
/// @param phase the elapsed part of a tick, `0..1`
/// @param motion its own motion while the user does not hold it
/// @param speed multiple of the simulated speed
/// @param loop the range that playback loops in, if any
/// @param held whether the user holds it
public record TimelineState(
    TimeAxis axis,
    int tick,
    double phase,
    PlaybackMotion motion,
    double speed,
    Optional<Span> loop,
    CursorHold held) {
  /// The slowest playback.
  public static final double SLOWEST = 0.1;

  /// The fastest playback.
  public static final double FASTEST = 128;

  /// The most real time, in seconds, that a pulse counts for: after the machine has slept, playback
  /// continues instead of jumping to the end.
  static final double LONGEST_PULSE = 1;

  /// Whether the user holds the cursor.
  public enum CursorHold {
    /// It can move by itself.
    FREE,
    /// The user is dragging it.
    HELD
  }

  /// At the first tick, paused.
  public static TimelineState start(TimeAxis axis) {
    double speed = PlaybackSpeeds.defaultSpeed(axis.tickSeconds());
    return new TimelineState(
        axis, 0, 0, PlaybackMotion.PAUSED, speed, Optional.empty(), CursorHold.FREE);
  }

  /// The state after a command.
  public TimelineState apply(TimelineCommand command) {
    return switch (command) {
      case TimelineCommand.Seek seek -> at(axis.clamp(seek.tick()));
      case TimelineCommand.Step step ->
          moving(PlaybackMotion.PAUSED).at(axis.clamp((long) tick + step.ticks()));
      case TimelineCommand.StepTrial step ->
          moving(PlaybackMotion.PAUSED).at(axis.trialStart(tick, step.trials()));
      case TimelineCommand.Play play -> playing(play.motion());
      case TimelineCommand.TogglePlay _ ->
          playing(motion == PlaybackMotion.PAUSED ? PlaybackMotion.FORWARD : PlaybackMotion.PAUSED);
      case TimelineCommand.Speed change -> withSpeed(change.factor());
      case TimelineCommand.Loop change ->
          withLoop(Optional.of(change.range().within(axis.ticks())));
      case TimelineCommand.LoopOff _ -> withLoop(Optional.empty());
      case TimelineCommand.Pulse pulse -> pulsed(pulse.seconds());
      case TimelineCommand.Grab _ -> withGrip(CursorHold.HELD);
      case TimelineCommand.Release _ -> withGrip(CursorHold.FREE);
      case TimelineCommand.Extend change -> withAxis(change.axis());
    };
  }

  /// Whether it moves by itself at the next pulse.
  public boolean running() {
    return motion != PlaybackMotion.PAUSED && held == CursorHold.FREE;
  }

  private TimelineState pulsed(double seconds) {
    if (!running() || !(seconds > 0)) {
      return this;
    }
    double passed = phase + Math.min(seconds, LONGEST_PULSE) * speed / axis.tickSeconds();
    long whole = (long) passed;
    long target = tick + motion.sign() * whole;
    if (loop.isPresent()) {
      return new TimelineState(
          axis, around(loop.get(), target), passed - whole, motion, speed, loop, held);
    }
    boolean arrived = motion == PlaybackMotion.FORWARD ? target >= axis.last() : target <= 0;
    return arrived
        ? moving(PlaybackMotion.PAUSED).at(axis.clamp(target))
        : new TimelineState(axis, (int) target, passed - whole, motion, speed, loop, held);
  }

  /// A cursor outside the range enters it at the end where playback starts.
  private int around(Span range, long target) {
    if (!range.holds(tick)) {
      return motion == PlaybackMotion.FORWARD ? range.from() : range.last();
    }
    return range.from() + (int) Math.floorMod(target - range.from(), (long) range.ticks());
  }

  private TimelineState playing(PlaybackMotion next) {
    TimelineState moved = moving(next);
    if (loop.isEmpty() && next == PlaybackMotion.FORWARD && tick == axis.last()) {
      return moved.at(0);
    }
    return loop.isEmpty() && next == PlaybackMotion.BACKWARD && tick == 0
        ? moved.at(axis.last())
        : moved;
  }

  private TimelineState at(int newTick) {
    return new TimelineState(axis, newTick, 0, motion, speed, loop, held);
  }

  private TimelineState moving(PlaybackMotion next) {
    return new TimelineState(axis, tick, 0, next, speed, loop, held);
  }

  private TimelineState withSpeed(double factor) {
    double next = Double.isNaN(factor) ? speed : Math.clamp(factor, SLOWEST, FASTEST);
    return new TimelineState(axis, tick, phase, motion, next, loop, held);
  }

  private TimelineState withLoop(Optional<Span> next) {
    return new TimelineState(axis, tick, phase, motion, speed, next, held);
  }

  private TimelineState withGrip(CursorHold next) {
    return new TimelineState(axis, tick, 0, motion, speed, loop, next);
  }

  private TimelineState withAxis(TimeAxis next) {
    Optional<Span> kept = loop.map(range -> range.within(next.ticks()));
    return new TimelineState(next, next.clamp(tick), phase, motion, speed, kept, held);
  }
}
