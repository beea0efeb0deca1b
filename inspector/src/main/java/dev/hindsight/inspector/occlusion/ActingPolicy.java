package dev.hindsight.inspector.occlusion;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;

/// The name or file of the policy that acted in a recording.
final class ActingPolicy {
  private ActingPolicy() {}

  /// @throws Problem if its checkpoint is not found
  static String of(Rollout rollout) {
    return new RecordedPolicySource(RunLedger.ofUser())
        .name(rollout)
        .orElseThrow(() ->
            new Problem(
                wording("PatchReading.its_checkpoint_is_not_found"),
                rollout.manifest().policy().place(),
                wording("PatchReading.put_the_file_beside_the_recording")));
  }
}
