package dev.hindsight.trainer.learn.net;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.policy.TensorMismatches;
import java.util.List;
import java.util.Optional;

/// All parameters of a network in one flat vector on the device, so that there is one gradient, one
/// norm and one optimiser step. One owner thread.
public final class WeightVector implements AutoCloseable {
  private final ParameterLayout layout;
  private final NDArray flat;
  private Optional<NamedWeights> fixed = Optional.empty();

  /// @param values `[layout.length()]`, copied
  public WeightVector(NDManager manager, ParameterLayout layout, float[] values) {
    this.layout = layout;
    this.flat = EngineMemory.array(manager, values, new Shape(layout.length()));
    flat.setRequiresGradient(true);
  }

  /// The vector itself.
  public NDArray flat() {
    return flat;
  }

  /// The place of each parameter.
  public ParameterLayout layout() {
    return layout;
  }

  /// The parameters by name, with gradients. Belongs to the scope it is made in.
  public NamedWeights weights() {
    return NamedWeights.of(flat, layout);
  }

  /// The parameters by name, with gradients of their own: several threads can compute some at once.
  ///
  /// @param leaf the vector's numbers, with the gradient
  /// @param weights views of it
  public record Replica(NDArray leaf, NamedWeights weights) {}

  /// The present parameters for one thread. Belongs to the scope it is made in.
  public Replica replica() {
    NDArray leaf = flat.stopGradient();
    leaf.setRequiresGradient(true);
    return new Replica(leaf, NamedWeights.of(leaf, layout));
  }

  /// The parameters by name, without gradients: the same views every time. They live as long as
  /// this vector and show all its changes.
  public NamedWeights fixed() {
    NamedWeights views = fixed.orElseGet(() -> NamedWeights.lasting(flat, layout));
    fixed = Optional.of(views);
    return views;
  }

  /// A copy of the values.
  public float[] values() {
    return EngineMemory.numbers(flat);
  }

  /// Overwrites the values.
  public void set(float[] values) {
    try (NDArray view = flat.stopGradient()) {
      EngineMemory.overwrite(view, values);
    }
  }

  /// Overwrites the values with another checkpoint's weights.
  ///
  /// @throws Problem if they do not fit
  public void adopt(Checkpoint parent) {
    requireFit(parent, layout);
    set(layout.gather(parent.weights().tensors()));
  }

  /// Checks that a checkpoint has the weights of a network.
  ///
  /// @throws Problem if it lacks one, or has others
  public static void requireFit(Checkpoint parent, ParameterLayout layout) {
    TensorMismatches tensorMismatches = TensorMismatches.between(parent.weights(), layout.shapes());
    if (tensorMismatches.count() > 0) {
      throw new Problem(
          wording("WeightVector.its_weights_are_not_those_of", tensorMismatches.summary()),
          parent.name(),
          wording("WeightVector.choose_the_policy_and_sizes_it"));
    }
  }

  /// A copy of the values as named arrays.
  public List<Tensor> tensors() {
    return layout.split(values());
  }

  @Override
  public void close() {
    fixed.ifPresent(NamedWeights::free);
    flat.close();
  }
}
