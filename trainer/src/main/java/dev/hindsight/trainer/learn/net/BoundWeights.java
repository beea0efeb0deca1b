package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;

/// Weights that stay the same for many ticks, with the encoder bound to them.
public final class BoundWeights implements AutoCloseable {
  private final NDManager manager;
  private final NamedWeights namedWeights;
  private final Encoder.Encoding encoding;

  /// Binds the present weights. Do not call it inside a scope that ends before this object.
  public BoundWeights(WeightVector vector, Encoder encoder) {
    manager = vector.flat().getManager().newSubManager();
    NDArray frozen = vector.flat().stopGradient();
    frozen.attach(manager);
    namedWeights = NamedWeights.of(frozen, vector.layout());
    encoding = encoder.acting(namedWeights);
  }

  /// The parameters by name.
  public NamedWeights weights() {
    return namedWeights;
  }

  /// The encoder.
  public Encoder.Encoding encoding() {
    return encoding;
  }

  @Override
  public void close() {
    manager.close();
  }
}
