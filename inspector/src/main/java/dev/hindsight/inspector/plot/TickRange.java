package dev.hindsight.inspector.plot;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;

/// The ticks a plot shows, and where trials begin in them.
///
/// @param from first tick
/// @param to tick after the last, at least one more
/// @param trials of the recording
public record TickRange(int from, int to, TrialIndex trials) {
  /// Makes room for one tick at least.
  public TickRange {
    to = Math.max(to, from + 1);
  }

  /// All of a recording.
  public static TickRange whole(Rollout rollout) {
    return new TickRange(0, rollout.ticks(), rollout.trials());
  }

  /// The trial a tick is in; all where there are no trials.
  public static TickRange trialAt(Rollout rollout, int tick) {
    TrialIndex trials = rollout.trials();
    if (trials.count() == 0 || tick < 0 || tick >= rollout.ticks()) {
      return whole(rollout);
    }
    int stretch = trials.stretchAt(tick);
    return new TickRange(trials.start(stretch), trials.end(stretch), trials);
  }

  int ticks() {
    return to - from;
  }

  /// Where a tick's middle is, in a plot so many pixels wide.
  double x(int tick, double width) {
    return (tick - from + 0.5) * width / ticks();
  }

  /// The tick at a place of a plot so many pixels wide.
  int tickAt(double x, double width) {
    return Math.clamp((long) Math.floor(from + x * ticks() / Math.max(1, width)), from, to - 1);
  }
}
