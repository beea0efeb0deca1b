package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;

/// What is taken out of attention on its way. Every form of the network calls it in the same three
/// places, so that something switched off means the same in each.
///
/// Letters: H heads, R rows (queries), n slots. Shapes are those of [Order#HEADS].
interface AttentionIntervention {
  /// Which of heads and rows a form of the network has first.
  enum Order {
    /// `[..., H, R, n]`.
    HEADS,
    /// `[R, H, n]`.
    ROWS
  }

  /// Takes out nothing, and costs nothing.
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

  /// @param weights `[..., H, R, n]` after it
  /// @param mask `[..., 1, R, n]` additive, without what is taken out
  NDArray weights(NDArray weights, NDArray mask);

  /// @param outputs `[..., H, R, d / H]` of all heads of a layer
  NDArray outputs(int layer, NDArray outputs);
}
