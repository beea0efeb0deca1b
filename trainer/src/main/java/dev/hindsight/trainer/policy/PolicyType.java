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

  /// The environment it is made for; empty if its weights decide.
  default Optional<String> environment() {
    return Optional.empty();
  }

  /// Whether it has a memory between ticks that can be wiped.
  default boolean remembers() {
    return false;
  }

  /// The mismatches between a checkpoint and this architecture; [TensorMismatches#count()] is 0 if
  /// it fits.
  ///
  /// A policy without weights fits only the checkpoint without tensors ([Checkpoint#none()]).
  TensorMismatches mismatches(Checkpoint checkpoint);

  /// Opens the policy to act.
  ///
  /// @throws dev.hindsight.trainer.Problem if it does not fit the environment (observation length,
  ///   action count)
  Policy open(Checkpoint checkpoint, EnvironmentShape shape);

  /// Opens it to compute its attention; empty for a policy without attention.
  ///
  /// @throws dev.hindsight.trainer.Problem as [#open]
  default Optional<Introspection> introspect(Checkpoint checkpoint, EnvironmentShape shape) {
    return Optional.empty();
  }

  /// Opens it to compute its agents' attention on each other; empty for other policies.
  ///
  /// @param nonlinearity between its layers
  /// @throws dev.hindsight.trainer.Problem as [#open]
  default Optional<EdgeIntrospection> edges(
      Checkpoint checkpoint, EnvironmentShape shape, Nonlinearity nonlinearity) {
    return Optional.empty();
  }

  /// Opens it in both its forms, the one used to learn and the one used to act; empty for a policy
  /// that does not learn.
  ///
  /// @param shape of an environment with one agent
  /// @param nonlinearity between the layers of the form used to learn
  /// @throws dev.hindsight.trainer.Problem as [#open]
  default Optional<TrainingAndActingForms> forms(
      Checkpoint checkpoint, EnvironmentShape shape, Nonlinearity nonlinearity) {
    return Optional.empty();
  }
}
