package dev.hindsight.inspector.occlusion;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.CheckpointFinder;
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
        .orElseThrow(() -> CheckpointFinder.missing(rollout));
  }
}
