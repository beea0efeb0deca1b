package dev.hindsight.inspector.counterfactual;

import static dev.hindsight.inspector.text.InspectorText.wording;

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
        ? wording("MomentWords.found_at_seen_at", first, TickWords.of(trials, group.from() + 1))
        : wording("MomentWords.and_the_after_it", first, group.ticks() - 1);
  }
}
