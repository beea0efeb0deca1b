package dev.hindsight.inspector.occlusion;

import dev.hindsight.inspector.counterfactual.AblationEffect;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.record.Occlusion;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;

/// The action that a policy prefers, in words: the most probable joint action, or the means of the
/// numbers of a continuous one.
public final class PreferredAction {
  private PreferredAction() {}

  /// The preferred action of a decision.
  public static String words(Rollout rollout, Occlusion.Decision decision) {
    return switch (TeacherForcing.shapeOf(rollout).actions()) {
      case ActionSpace.Discrete _ -> AblationEffect.preferred(rollout, decision.logits());
      case ActionSpace.Continuous continuous -> continuous.describe(decision.numbers());
    };
  }
}
