package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.env.EnvironmentShape;

/// An architecture. To add one: a class in `learn` (or here, if it needs no network), and one line
/// in `BuiltInPolicies`.
public interface PolicyType {
  /// The name in files: `drive-lstm`.
  String id();

  /// Why a checkpoint is not of this architecture; of [Misfits#count()] 0 if it is.
  ///
  /// A policy without weights fits the checkpoint without tensors ([Checkpoint#none()]) and no
  /// other.
  Misfits misfits(Checkpoint checkpoint);

  /// Makes the policy ready to act.
  ///
  /// @throws dev.hindsight.trainer.Problem if it does not fit the environment (observation length,
  ///   action count)
  Policy open(Checkpoint checkpoint, EnvironmentShape shape);
}
