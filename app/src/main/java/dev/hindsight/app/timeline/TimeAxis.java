package dev.hindsight.app.timeline;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;

/// How long a recording is and where its trials lie.
///
/// @param ticks T; the cursor lives in `0..T-1`, and at 0 where there are none
/// @param tickSeconds simulated seconds a tick takes, above 0
/// @param trials where trials begin
public record TimeAxis(int ticks, double tickSeconds, TrialIndex trials) {
  /// Some recordings do not say how long a tick takes; they are played at ten a second.
  private static final double UNTOLD = 0.1;

  /// Makes the tick's length usable.
  public TimeAxis {
    tickSeconds = tickSeconds > 0 && Double.isFinite(tickSeconds) ? tickSeconds : UNTOLD;
  }

  /// The axis of a recording, as long as it is now.
  public static TimeAxis of(Rollout rollout) {
    return new TimeAxis(rollout.ticks(), rollout.manifest().tickSeconds(), rollout.trials());
  }

  /// The last tick, 0 where there are none.
  public int last() {
    return Math.max(0, ticks - 1);
  }

  /// All ticks; tick 0 where there are none, so that there is a place for the cursor.
  public Span all() {
    return Span.all(Math.max(1, ticks));
  }

  /// The stretch of a trial a tick is in; all where there are none.
  public Span trialAt(int tick) {
    int stretch = stretchAt(tick);
    return stretch < 0 ? all() : trials.span(stretch);
  }

  /// The nearest tick there is.
  public int clamp(long tick) {
    return Math.clamp(tick, 0, last());
  }

  /// Which stretch of a trial a tick is in, or -1 where there are none.
  public int stretchAt(int tick) {
    return trials.count() == 0 ? -1 : trials.stretchAt(clamp(tick));
  }

  /// The first tick of the stretch so many after (or before) the one a tick is in.
  ///
  /// One back from inside a stretch is its own beginning, as with a music player.
  public int trialStart(int tick, int stretches) {
    int here = stretchAt(tick);
    if (here < 0) {
      return stretches < 0 ? 0 : last();
    }
    int back = stretches < 0 && tick > trials.start(here) ? 1 : 0;
    int wanted = here + stretches + back;
    if (wanted >= trials.count()) {
      return last();
    }
    return clamp(trials.start(Math.max(0, wanted)));
  }

  /// Simulated time at a tick.
  public double seconds(int tick) {
    return tick * tickSeconds;
  }
}
