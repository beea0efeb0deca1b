package dev.hindsight.trainer.learn;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.LayerNorm;
import dev.hindsight.trainer.policy.Tensor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// The drive LSTM as a function: weights and inputs in, outputs and the next memory out. Holds no
/// memory of its own.
///
/// A agents, H hidden. Results belong to the scope of the inputs.
final class DriveLstmNet {
  private static final float LAYER_NORM_EPSILON = 1e-5f;

  private final Map<String, NDArray> weights = new HashMap<>();

  /// @param logits `[A, heads]`
  /// @param value `[A, 1]`
  /// @param memory what the LSTM remembers now
  record Output(NDArray logits, NDArray value, Memory memory) {}

  /// @param hidden `[A, H]`
  /// @param cell `[A, H]`
  record Memory(NDArray hidden, NDArray cell) {
    /// As a policy begins: zeros.
    static Memory none(NDManager scope, int agents, int hidden) {
      return new Memory(
          scope.zeros(new Shape(agents, hidden)), scope.zeros(new Shape(agents, hidden)));
    }
  }

  /// @param scope owns the weights
  DriveLstmNet(NDManager scope, DriveLstmSpec spec, Map<String, Tensor> tensors) {
    spec.shapes()
        .forEach((name, sizes) -> {
          long[] shape = Arrays.stream(sizes).asLongStream().toArray();
          float[] values = Objects.requireNonNull(tensors.get(name)).values();
          weights.put(name, scope.create(values, new Shape(shape)));
        });
  }

  /// One tick for all agents.
  Output forward(NDArray ego, NDArray partners, NDArray roads, Memory before) {
    NDArray features =
        NDArrays.concat(
            new NDList(
                encode("policy.ego_encoder", ego),
                encode("policy.road_encoder", roads).max(new int[] {1}),
                encode("policy.partner_encoder", partners).max(new int[] {1})),
            1);
    NDArray embedding =
        Activation.relu(linear("policy.shared_embedding.1", Activation.gelu(features)));
    Memory after = remember(embedding, before);
    return new Output(
        linear("policy.actor", after.hidden()), linear("policy.value_fn", after.hidden()), after);
  }

  /// Linear, LayerNorm, Linear, without an activation between.
  private NDArray encode(String name, NDArray rows) {
    NDArray inner = linear(name + ".0", rows);
    Shape last = new Shape(inner.getShape().get(inner.getShape().dimension() - 1));
    NDArray normal =
        LayerNorm.layerNorm(
                inner,
                last,
                weight(name + ".1.weight"),
                weight(name + ".1.bias"),
                LAYER_NORM_EPSILON)
            .singletonOrThrow();
    return linear(name + ".2", normal);
  }

  /// The LSTM cell of Hochreiter and Schmidhuber with a forget gate; gates in PyTorch's order:
  /// input, forget, candidate, output.
  private Memory remember(NDArray input, Memory before) {
    NDArray gates =
        Linear.linear(input, weight("lstm.weight_ih_l0"), weight("lstm.bias_ih_l0"))
            .singletonOrThrow()
            .add(
                Linear.linear(
                        before.hidden(), weight("lstm.weight_hh_l0"), weight("lstm.bias_hh_l0"))
                    .singletonOrThrow());
    NDList parts = gates.split(4, 1);
    NDArray kept = Activation.sigmoid(parts.get(1)).mul(before.cell());
    NDArray added = Activation.sigmoid(parts.get(0)).mul(parts.get(2).tanh());
    NDArray cell = kept.add(added);
    return new Memory(Activation.sigmoid(parts.get(3)).mul(cell.tanh()), cell);
  }

  private NDArray linear(String name, NDArray input) {
    return Linear.linear(input, weight(name + ".weight"), weight(name + ".bias"))
        .singletonOrThrow();
  }

  private NDArray weight(String name) {
    return Objects.requireNonNull(weights.get(name), name);
  }
}
