package dev.hindsight.inspector.counterfactual;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.branch.ReplayAgreement;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// The output that a recording holds, as what a policy that is run again has to repeat before
/// anything is changed: otherwise differences say nothing about the change.
public final class RecordedOutput {
  private RecordedOutput() {}

  /// A warning that an unchanged output differs from the recorded one. Empty if it agrees within
  /// rounding, if nothing was recorded, or in limbo.
  ///
  /// @param logits `[n]` of the agent at the tick; those of illegal actions are not compared
  public static Optional<String> warning(Rollout rollout, int agent, int tick, float[] logits) {
    Optional<AgentColumn> recorded = AgentColumn.of(rollout, "logits", logits.length);
    boolean away = AgentColumn.of(rollout, "removed").filter(c -> c.is(tick, agent)).isPresent();
    if (recorded.isEmpty() || away) {
      return Optional.empty();
    }
    Optional<RecordedActionMask> mask =
        RecordedActionMask.of(rollout, logits.length).filter(RecordedActionMask::applied);
    double largest = 1;
    double most = 0;
    int furthest = 0;
    for (int i = 0; i < logits.length; i++) {
      if (mask.isPresent() && !mask.get().legal(tick, agent, i)) {
        continue;
      }
      double stored = recorded.get().value(tick, agent, i);
      double apart = IllegalLogit.apart(stored, logits[i]);
      largest = Math.max(largest, IllegalLogit.size(stored));
      furthest = apart > most ? i : furthest;
      most = Math.max(most, apart);
    }
    double allowed = ReplayAgreement.TOLERANCE * largest;
    return most <= allowed
        ? Optional.empty()
        : Optional.of(
            wording(
                "RecordedOutput.unchanged_the_output_differs_from",
                furthest,
                NumberWords.significant(most, 3),
                NumberWords.significant(allowed, 1)));
  }
}
