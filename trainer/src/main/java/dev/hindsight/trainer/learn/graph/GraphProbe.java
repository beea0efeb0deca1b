package dev.hindsight.trainer.learn.graph;

import ai.djl.ndarray.NDArray;

/// Observes the attention that a forward pass computes, and changes nothing. The arrays are valid
/// only during the forward pass.
@FunctionalInterface
interface GraphProbe {
  /// Ignores everything.
  GraphProbe NONE = (_, _) -> {};

  /// @param layer from 0
  /// @param weight `[N, K + 1, H]`, of the edges to each agent, the one from itself last; 0 if an
  ///   edge is not open
  void see(int layer, NDArray weight);
}
