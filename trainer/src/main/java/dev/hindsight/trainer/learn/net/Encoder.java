package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import java.util.List;

/// Turns an agent's observation into the vector that a network works on.
public interface Encoder {
  /// D, numbers in an observation.
  int inputs();

  /// d, numbers in its encoding.
  int width();

  /// Its trainable parameters.
  List<Parameter> parameters();

  /// The layers that read the observation.
  List<FirstLayer> firstLayers();

  /// Binds weights that are being learned: gradients flow.
  Encoding learning(NamedWeights namedWeights);

  /// Binds weights that stay the same: what depends only on them is computed here, once for all
  /// ticks.
  Encoding acting(NamedWeights namedWeights);

  /// An encoder with its weights. Lives as long as the scope it was made in.
  @FunctionalInterface
  interface Encoding {
    /// @param observation `[N, D]`
    /// @return `[N, d]`
    NDArray encode(NDArray observation);
  }
}
