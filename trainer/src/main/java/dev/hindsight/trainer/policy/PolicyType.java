package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.env.EnvironmentShape;
import java.util.List;

/// An architecture. To add one: a class in `learn` (or here, if it needs no network), and one line
/// in `BuiltInPolicies`.
public interface PolicyType {
  /// The name in files: `drive-lstm`.
  String id();

  /// Why a checkpoint is not of this architecture: the tensors that are missing, left over or of
  /// another shape.
  ///
  /// @return one line per misfit; empty if the checkpoint fits
  List<String> misfits(Checkpoint checkpoint);

  /// Makes the policy ready to act.
  ///
  /// @throws dev.hindsight.trainer.Problem if it does not fit the environment (observation length,
  ///   action count)
  Policy open(Checkpoint checkpoint, EnvironmentShape shape);
}
