package dev.hindsight.trainer.learn;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.PolicyType;
import java.util.Optional;

/// A policy that a user named: its checkpoint has been read, once for everything asked of it.
/// Immutable, for any thread.
///
/// @param type its architecture
/// @param weights without what only training needs; no tensors for a policy that needs none
public record ResolvedPolicy(PolicyType type, Checkpoint weights) {
  /// Where its weights come from; nothing for policies without weights, and for files of other
  /// programs.
  ///
  /// @throws dev.hindsight.trainer.Problem if the file claims to be ours and cannot be understood
  public Optional<CheckpointOrigin> origin() {
    return CheckpointOrigin.of(weights);
  }

  /// Makes it ready to act; may be done more than once.
  ///
  /// @throws dev.hindsight.trainer.Problem if it does not fit the environment
  public OpenedPolicy open(EnvironmentShape shape) {
    return new OpenedPolicy(type.open(weights, shape), type.id(), weights.sha256(), weights.name());
  }
}
