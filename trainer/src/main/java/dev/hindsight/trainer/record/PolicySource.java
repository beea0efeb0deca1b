package dev.hindsight.trainer.record;

import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Finds and opens the policies that a recording continues with. Reads files and loads networks:
/// for a background thread, the one that will own the policies. The caller closes them.
public interface PolicySource {
  /// The policy that acted in the recording; empty if none did.
  ///
  /// @throws dev.hindsight.trainer.Problem if its checkpoint is not found here
  Optional<Policy> recorded(Rollout rollout, EnvironmentShape shape);

  /// The policy that takes over at a policy change.
  ///
  /// @throws dev.hindsight.trainer.Problem if the checkpoint is not found, has changed, or does not
  ///   fit
  Policy named(Edit.PolicyChange policyChange, EnvironmentShape shape);

  /// As [#named(Edit.PolicyChange, EnvironmentShape)], for the agents that the recorded policy
  /// drove; the recording's partners go on driving the others.
  default Policy named(Edit.PolicyChange policyChange, Rollout rollout, EnvironmentShape shape) {
    return named(policyChange, shape);
  }
}
