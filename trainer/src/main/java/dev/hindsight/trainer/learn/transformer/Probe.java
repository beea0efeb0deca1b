package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;

/// Sees what a forward computes on its way, and changes nothing. Arrays die with the forward.
interface Probe {
  /// Looks at nothing.
  Probe NONE = (_, _, _) -> {};

  /// @param layer from 0; the residual before the first block is that of layer -1
  void see(ProbedArray probedArray, int layer, NDArray array);

  /// What there is to see. The shapes are those of the form that is running.
  enum ProbedArray {
    /// Softmax weights, per head.
    ATTENTION,
    /// Keys, per head.
    KEYS,
    /// Values, per head.
    VALUES,
    /// What heads put out, side by side.
    OUTPUTS,
    /// The residual after a block.
    RESIDUAL
  }
}
