package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import java.util.List;

/// From what an agent observes to the vector a network thinks with.
public interface Encoder {
  /// D, numbers in an observation.
  int inputs();

  /// d, numbers in its encoding.
  int width();

  /// What is trained.
  List<Parameter> parameters();

  /// Binds weights that are about to change: gradients flow.
  Encoding learning(NamedWeights namedWeights);

  /// Binds weights that stay as they are: what can be computed from them alone is computed here,
  /// once for all ticks.
  Encoding acting(NamedWeights namedWeights);

  /// An encoder with its weights. Lives as long as the scope it was made in.
  @FunctionalInterface
  interface Encoding {
    /// @param observation `[N, D]`
    /// @return `[N, d]`
    NDArray encode(NDArray observation);
  }
}
