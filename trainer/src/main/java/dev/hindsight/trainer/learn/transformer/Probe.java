package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;

/// Observes intermediate results of a forward pass and changes nothing. The arrays are valid only
/// during the forward pass.
interface Probe {
  /// Ignores everything.
  Probe NONE = (_, _, _) -> {};

  /// @param layer from 0; the residual before the first block is that of layer -1
  void see(ProbedArray probedArray, int layer, NDArray array);

  /// The kind of result. The shapes are those of the form that is running.
  enum ProbedArray {
    /// Softmax weights, per head.
    ATTENTION,
    /// Keys, per head.
    KEYS,
    /// Values, per head.
    VALUES,
    /// Outputs of the heads, side by side.
    OUTPUTS,
    /// The residual after a block.
    RESIDUAL
  }
}
