package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;

/// A group of moments in words.
public final class MomentWords {
  private MomentWords() {}

  /// `found at tick 5 (trial 1:5), seen at tick 6 (trial 2:0)`; without a result `tick 5 (trial
  /// 1:5)`, for several ticks `tick 0 (trial 1:0) and the 9 after it`.
  public static String of(TrialIndex trials, Span group, MomentGrouping momentGrouping) {
    String first = TickWords.of(trials, group.from());
    if (group.ticks() == 1) {
      return first;
    }
    return momentGrouping == MomentGrouping.RESULT
        ? "found at " + first + ", seen at " + TickWords.of(trials, group.from() + 1)
        : first + " and the " + (group.ticks() - 1) + " after it";
  }
}
