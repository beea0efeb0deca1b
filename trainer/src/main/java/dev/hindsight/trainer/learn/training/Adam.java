package dev.hindsight.trainer.learn.training;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.EngineMemory;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.policy.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Adam (Kingma and Ba, 2015) over the flat vector of all weights: one native call per step.
///
/// `m = b1 m + (1 - b1) g`, `v = b2 v + (1 - b2) g^2`, `w -= rate sqrt(1 - b2^n) / (1 - b1^n) m /
/// (sqrt(v) + eps)`.
public final class Adam implements AutoCloseable {
  private static final String MEAN = "mean";
  private static final String VARIANCE = "variance";

  /// Number of steps, as two numbers that a float holds exactly: `[steps / 2^20, steps mod 2^20]`.
  private static final String STEPS = "steps";

  private static final int STEPS_BITS = 20;

  private final Betas betas;
  private final WeightVector weights;
  private final NDArray mean;
  private final NDArray variance;
  private final Optional<NDArray> stretch;
  private long steps;

  /// Decay rates, and a constant that avoids division by 0.
  ///
  /// @param first decay of the mean
  /// @param second decay of the variance
  public record Betas(double first, double second, double epsilon) {}

  /// Starts at step 0.
  public Adam(WeightVector weights, Betas betas) {
    this(weights, betas, Optional.empty());
  }

  /// Starts at step 0.
  ///
  /// @param stretch by how much the step of each weight is longer than Adam's
  public Adam(WeightVector weights, Betas betas, Optional<float[]> stretch) {
    this.betas = betas;
    this.weights = weights;
    NDManager manager = weights.flat().getManager();
    Shape shape = weights.flat().getShape();
    mean = manager.zeros(shape, DataType.FLOAT32);
    variance = manager.zeros(shape, DataType.FLOAT32);
    this.stretch = stretch.map(factors -> manager.create(factors, shape));
  }

  /// Runs one step along a gradient and clears it.
  ///
  /// @param gradient the gradient, multiplied by `scale`
  public void step(NDArray gradient, double rate, double scale) {
    steps++;
    double first = 1 - Math.pow(betas.first(), (double) steps);
    double second = 1 - Math.pow(betas.second(), (double) steps);
    NDArray flat = weights.flat();
    Optional<NDArray> before = stretch.map(_ -> flat.stopGradient().duplicate());
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
    before.ifPresent(old -> stretched(old, stretch.orElseThrow()));
  }

  private void stretched(NDArray old, NDArray factors) {
    try (NDArray now = weights.flat().stopGradient();
        NDArray step = now.sub(old)) {
      step.muli(factors);
      old.addi(step);
      now.set(new NDIndex(":"), old);
    } finally {
      old.close();
    }
  }

  /// The state to store in a checkpoint.
  ///
  /// @param name prefix of the arrays' names
  public List<Tensor> kept(String name) {
    float[] counted = {steps >> STEPS_BITS, steps & ((1 << STEPS_BITS) - 1)};
    int[] shape = {Math.toIntExact(mean.size())};
    return List.of(
        new Tensor(name + MEAN, shape, EngineMemory.numbers(mean)),
        new Tensor(name + VARIANCE, shape, EngineMemory.numbers(variance)),
        new Tensor(name + STEPS, new int[] {2}, counted));
  }

  /// Restores what [#kept] stored.
  ///
  /// @throws dev.hindsight.trainer.Problem if it is missing
  public void restore(String name, Map<String, Tensor> tensors) {
    float[] counted = CheckpointTensors.values(tensors, name + STEPS);
    steps = ((long) counted[0] << STEPS_BITS) + (long) counted[1];
    EngineMemory.overwrite(mean, CheckpointTensors.values(tensors, name + MEAN));
    EngineMemory.overwrite(variance, CheckpointTensors.values(tensors, name + VARIANCE));
  }

  @Override
  public void close() {
    mean.close();
    variance.close();
    stretch.ifPresent(NDArray::close);
  }
}
