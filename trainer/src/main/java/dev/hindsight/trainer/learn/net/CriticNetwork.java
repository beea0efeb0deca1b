package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;

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
