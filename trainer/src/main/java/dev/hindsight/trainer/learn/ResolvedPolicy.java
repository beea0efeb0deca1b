package dev.hindsight.trainer.learn;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.run.ledger.RunCheckpoint;
import java.util.Map;
import java.util.Optional;

/// A policy that a user named, with its checkpoint read once for all uses. Immutable, for any
/// thread.
///
/// @param type its architecture
/// @param weights without training state; no tensors for a policy that needs none
public record ResolvedPolicy(PolicyType type, Checkpoint weights) {
  /// The origin of its weights; empty for policies without weights and for files of other programs.
  ///
  /// @throws dev.hindsight.trainer.Problem if the file claims to be Hindsight's but is malformed
  public Optional<CheckpointOrigin> origin() {
    return CheckpointOrigin.of(weights);
  }

  /// The run and the update that its weights come from, for the manifest of a recording: every tick
  /// of it acts with this version. Empty if they do not say.
  public Map<String, JsonNode> version() {
    return RunCheckpoint.version(weights);
  }

  /// Opens it to act; may be called more than once.
  ///
  /// @throws dev.hindsight.trainer.Problem if it does not fit the environment
  public OpenedPolicy open(EnvironmentShape shape) {
    return new OpenedPolicy(type.open(weights, shape), type.id(), weights.sha256(), weights.name());
  }
}
