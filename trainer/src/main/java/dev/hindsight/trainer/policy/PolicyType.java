package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import java.util.Optional;

/// An architecture. To add one: a class in `learn` (or here, if it needs no network), and one line
/// in `BuiltInPolicies`.
public interface PolicyType {
  /// The name in files: `drive-lstm`.
  String id();

  /// The environment it is made for; empty where its weights decide.
  default Optional<String> environment() {
    return Optional.empty();
  }

  /// Whether its agents remember anything from one tick to the next that could be wiped.
  default boolean remembers() {
    return false;
  }

  /// Why a checkpoint is not of this architecture; of [TensorMismatches#count()] 0 if it is.
  ///
  /// A policy without weights fits the checkpoint without tensors ([Checkpoint#none()]) and no
  /// other.
  TensorMismatches mismatches(Checkpoint checkpoint);

  /// Makes the policy ready to act.
  ///
  /// @throws dev.hindsight.trainer.Problem if it does not fit the environment (observation length,
  ///   action count)
  Policy open(Checkpoint checkpoint, EnvironmentShape shape);

  /// Opens it to be looked into; nothing for a policy without attention.
  ///
  /// @throws dev.hindsight.trainer.Problem as [#open]
  default Optional<Introspection> introspect(Checkpoint checkpoint, EnvironmentShape shape) {
    return Optional.empty();
  }

  /// Opens one whose agents look at each other to be looked into; nothing for other policies.
  ///
  /// @param nonlinearity between its layers
  /// @throws dev.hindsight.trainer.Problem as [#open]
  default Optional<EdgeIntrospection> edges(
      Checkpoint checkpoint, EnvironmentShape shape, Nonlinearity nonlinearity) {
    return Optional.empty();
  }

  /// Opens it in both its forms, the one it learns with and the one it acts with; nothing for a
  /// policy that does not learn.
  ///
  /// @param shape of an environment with one agent
  /// @param nonlinearity between the layers of the form it learns with
  /// @throws dev.hindsight.trainer.Problem as [#open]
  default Optional<TrainingAndActingForms> forms(
      Checkpoint checkpoint, EnvironmentShape shape, Nonlinearity nonlinearity) {
    return Optional.empty();
  }
}
