package dev.hindsight.trainer.learn;

import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.rollout.Manifest;

/// A policy ready to act, with its description for recordings. The caller that opened it closes it.
///
/// @param policy owned by one thread
/// @param id the kind of policy: `drive-lstm`
/// @param sha256 hex digest of its checkpoint, empty if there is none
/// @param name file name of its checkpoint, without folders; empty if there is none
public record OpenedPolicy(Policy policy, String id, String sha256, String name)
    implements AutoCloseable {
  /// The manifest's entry for this policy.
  ///
  /// @param actionSelection how its actions are chosen
  public Manifest.PolicyInfo info(String actionSelection) {
    return new Manifest.PolicyInfo(id, sha256, name, actionSelection);
  }

  @Override
  public void close() {
    policy.close();
  }
}
