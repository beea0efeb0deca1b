package dev.hindsight.trainer.learn.graph;

import ai.djl.ndarray.NDArray;

/// Sees the weights a forward computes on its way, and changes nothing. Arrays die with the
/// forward.
@FunctionalInterface
interface GraphProbe {
  /// Looks at nothing.
  GraphProbe NONE = (_, _) -> {};

  /// @param layer from 0
  /// @param weight `[N, K + 1, H]`, of the edges to each agent, the one from itself last; 0 where
  ///   an edge is not open
  void see(int layer, NDArray weight);
}
