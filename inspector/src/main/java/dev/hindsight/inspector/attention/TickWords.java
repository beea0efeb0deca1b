package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.rollout.TrialIndex;

/// Names of ticks for users.
public final class TickWords {
  private TickWords() {}

  /// `tick 37 (trial 4:2)`: trials from 1, ticks of a trial from 0.
  public static String of(TrialIndex trials, int tick) {
    return "tick " + tick + " (" + trial(trials, tick) + ")";
  }

  /// `trial 4:2`.
  public static String trial(TrialIndex trials, int tick) {
    int stretch = trials.stretchAt(tick);
    return "trial " + (trials.trial(stretch) + 1) + ":" + (tick - trials.start(stretch));
  }
}
