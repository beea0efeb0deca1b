package dev.hindsight.app.timeline;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;

/// The length of a recording and its trials.
///
/// @param ticks T; the cursor is in `0..T-1`, or at 0 if there are no ticks
/// @param tickSeconds simulated seconds per tick, above 0
/// @param trials where trials begin
public record TimeAxis(int ticks, double tickSeconds, TrialIndex trials) {
  /// The default for recordings that do not say how long a tick takes: ten ticks per second.
  private static final double UNTOLD = 0.1;

  /// Replaces an invalid tick length.
  public TimeAxis {
    tickSeconds = tickSeconds > 0 && Double.isFinite(tickSeconds) ? tickSeconds : UNTOLD;
  }

  /// The axis of a recording at its present length.
  public static TimeAxis of(Rollout rollout) {
    return new TimeAxis(rollout.ticks(), rollout.manifest().tickSeconds(), rollout.trials());
  }

  /// The last tick, 0 if there are none.
  public int last() {
    return Math.max(0, ticks - 1);
  }

  /// All ticks; tick 0 if there are none, so that the cursor has a place.
  public Span all() {
    return Span.all(Math.max(1, ticks));
  }

  /// The trial that contains a tick; all ticks if there are no trials.
  public Span trialAt(int tick) {
    int stretch = stretchAt(tick);
    return stretch < 0 ? all() : trials.span(stretch);
  }

  /// The nearest existing tick.
  public int clamp(long tick) {
    return Math.clamp(tick, 0, last());
  }

  /// The index of the trial that contains a tick, or -1 if there are none.
  public int stretchAt(int tick) {
    return trials.count() == 0 ? -1 : trials.stretchAt(clamp(tick));
  }

  /// The first tick of the trial a number of trials after (or before) the one that contains a tick.
  ///
  /// One step back from within a trial leads to its own beginning, as in a music player.
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

  /// The simulated time at a tick.
  public double seconds(int tick) {
    return tick * tickSeconds;
  }
}
