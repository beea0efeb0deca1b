package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.rollout.TrialIndex;

/// Names of ticks for users.
public final class TickWords {
  private TickWords() {}

  /// `tick 37 (trial 4:2)`: trials from 1, ticks of a trial from 0.
  public static String of(TrialIndex trials, int tick) {
    return wording("TickWords.tick", tick, trial(trials, tick));
  }

  /// `trial 4:2`.
  public static String trial(TrialIndex trials, int tick) {
    int stretch = trials.stretchAt(tick);
    return wording("TickWords.trial", trials.trial(stretch) + 1, tick - trials.start(stretch));
  }
}
