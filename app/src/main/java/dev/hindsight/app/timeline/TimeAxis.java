package dev.hindsight.app.timeline;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;

/// The length of a recording and its trials.
///
/// @param ticks T; the cursor is in `0..T-1`, or at 0 if there are no ticks
/// @param told simulated seconds per tick; 0 if the recording does not tell
/// @param trials where trials begin
public record TimeAxis(int ticks, double told, TrialIndex trials) {
  /// Recordings that do not say how long a tick takes are played at ten ticks per second.
  private static final double UNTOLD = 0.1;

  /// Drops an invalid tick length.
  public TimeAxis {
    told = told > 0 && Double.isFinite(told) ? told : 0;
  }

  /// The axis of a recording at its present length.
  public static TimeAxis of(Rollout rollout) {
    Manifest manifest = rollout.manifest();
    return new TimeAxis(
        rollout.ticks(),
        manifest.tellsTickSeconds() ? manifest.tickSeconds() : 0,
        rollout.trials());
  }

  /// How long a tick is played at normal speed, in seconds, above 0.
  public double tickSeconds() {
    return told > 0 ? told : UNTOLD;
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

  /// The simulated time of a tick, in words; empty if the recording does not tell.
  public String time(int tick) {
    return told > 0 ? NumberWords.seconds(tick * told) : "";
  }
}
