package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;

/// Applies an ablation during the forward pass. Every form of the network calls it at the same
/// three places, so that an ablation means the same in each.
///
/// Letters: H heads, R rows (queries), n slots. Shapes are those of [Order#HEADS].
interface AttentionIntervention {
  /// The order of heads and rows in a form of the network.
  enum Order {
    /// `[..., H, R, n]`.
    HEADS,
    /// `[R, H, n]`.
    ROWS
  }

  /// Changes nothing and costs nothing.
  AttentionIntervention NONE =
      new AttentionIntervention() {
        @Override
        public NDArray scores(NDArray scores) {
          return scores;
        }

        @Override
        public NDArray weights(NDArray weights, NDArray mask) {
          return weights;
        }

        @Override
        public NDArray outputs(int layer, NDArray outputs) {
          return outputs;
        }
      };

  /// @param scores `[..., H, R, n]` under their mask, before the softmax
  NDArray scores(NDArray scores);

  /// @param weights `[..., H, R, n]` after the softmax
  /// @param mask `[..., 1, R, n]` additive, without the ablation
  NDArray weights(NDArray weights, NDArray mask);

  /// @param outputs `[..., H, R, d / H]` of all heads of a layer
  NDArray outputs(int layer, NDArray outputs);
}
