package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import java.util.Optional;

/// What a critic computes, without its weights.
///
/// Letters: N steps, M members of a group, D numbers of an observation, J joint discrete actions, k
/// numbers of a member's continuous action.
public interface CriticNetwork {
  /// Its trainable parameters.
  ParameterLayout parameters();

  /// The values of all J joint actions, or of one given action.
  ///
  /// @param weights being learned, or with which to act
  /// @param observation `[N, M * D]`
  /// @param action `[N, M * k]`; read only where actions are numbers
  /// @param use whether the weights are being learned
  /// @return `[N, J]`, or `[N, 1]`
  NDArray values(NamedWeights weights, NDArray observation, NDArray action, WeightUse use);

  /// The values at all ticks of segments, or at the chosen ones. Without memory every tick stands
  /// alone.
  ///
  /// @param segments with observations `[N, M * D]`
  /// @param action `[K, M * k]`, at the chosen ticks; read only where actions are numbers
  /// @return `[K, J]`, or `[K, 1]`
  default NDArray values(
      NamedWeights weights, SegmentBatch segments, NDArray action, WeightUse use) {
    return values(weights, segments.observation(), action, use);
  }

  /// Whether its values depend on earlier ticks.
  default boolean remembers() {
    return false;
  }

  /// What enters a critic with memory behind it: the numbers that only the critic sees, then those
  /// of the action.
  ///
  /// @param numbers of an action; 0 for discrete ones
  /// @param action `[K, M * k]`, at the chosen ticks
  /// @return `[K, w]`
  static Optional<NDArray> entering(
      CriticOnly criticOnly, int numbers, SegmentBatch segments, NDArray action) {
    Optional<NDArray> seen = criticOnly.cut(segments.observation()).map(segments::chosen);
    if (numbers == 0) {
      return seen;
    }
    return Optional.of(seen.map(own -> NDArrays.concat(new NDList(own, action), 1)).orElse(action));
  }

  /// What weights are used for.
  enum WeightUse {
    /// Gradients flow into them.
    LEARNING,
    /// They stay the same.
    FIXED
  }

  /// An encoder with weights.
  static Encoder.Encoding bind(Encoder encoder, NamedWeights weights, WeightUse use) {
    return switch (use) {
      case LEARNING -> encoder.learning(weights);
      case FIXED -> encoder.acting(weights);
    };
  }
}
