package dev.hindsight.trainer.learn.ppo;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.WeightVector;

/// Adam (Kingma and Ba, 2015) over the flat vector of all weights: one native call a step.
///
/// `m = b1 m + (1 - b1) g`, `v = b2 v + (1 - b2) g^2`, `w -= rate sqrt(1 - b2^n) / (1 - b1^n) m /
/// (sqrt(v) + eps)`.
final class Adam implements AutoCloseable {
  private final PpoConfig.AdamBetas betas;
  private final WeightVector weights;
  private final NDArray mean;
  private final NDArray variance;
  private long steps;

  Adam(WeightVector weights, PpoConfig.AdamBetas betas) {
    this.betas = betas;
    this.weights = weights;
    NDManager manager = weights.flat().getManager();
    Shape shape = weights.flat().getShape();
    mean = manager.zeros(shape, DataType.FLOAT32);
    variance = manager.zeros(shape, DataType.FLOAT32);
  }

  /// One step along the gradient the weights have, which is cleared.
  ///
  /// @param gradient the gradient, shortened by `scale`
  void step(NDArray gradient, double rate, double scale) {
    steps++;
    double first = 1 - Math.pow(betas.first(), (double) steps);
    double second = 1 - Math.pow(betas.second(), (double) steps);
    NDArray flat = weights.flat();
    flat.getNDArrayInternal()
        .adamUpdate(
            new NDList(flat, gradient, mean, variance),
            new NDList(flat),
            (float) rate,
            (float) (rate * Math.sqrt(second) / first),
            0,
            (float) scale,
            -1,
            (float) betas.first(),
            (float) betas.second(),
            (float) betas.epsilon(),
            false,
            false);
  }

  /// Everything there is to keep.
  State state() {
    return new State(steps, mean.toFloatArray(), variance.toFloatArray());
  }

  /// Goes on from what was kept.
  void restore(State state) {
    steps = state.steps();
    mean.set(java.nio.FloatBuffer.wrap(state.mean()));
    variance.set(java.nio.FloatBuffer.wrap(state.variance()));
  }

  @Override
  public void close() {
    mean.close();
    variance.close();
  }

  /// @param steps taken so far
  /// @param mean m
  /// @param variance v
  record State(long steps, float[] mean, float[] variance) {}
}
