package dev.hindsight.trainer.learn.lstm;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ParameterInitializer;
import java.util.List;

/// The recurrence of Hochreiter and Schmidhuber (1997) with forget gates (Gers et al. 2000), its
/// gates in PyTorch's order: input, forget, cell, output.
///
/// @param width H, numbers of input and of memory
record LstmCell(int width) {
  private static final String INPUT_WEIGHT = "lstm.weight_ih_l0";
  private static final String INPUT_BIAS = "lstm.bias_ih_l0";
  private static final String HIDDEN_WEIGHT = "lstm.weight_hh_l0";
  private static final String HIDDEN_BIAS = "lstm.bias_hh_l0";

  List<Parameter> parameters() {
    ParameterInitializer uniform = new ParameterInitializer.Uniform(1 / Math.sqrt(width));
    return List.of(
        new Parameter(INPUT_WEIGHT, List.of(4 * width, width), uniform),
        new Parameter(HIDDEN_WEIGHT, List.of(4 * width, width), uniform),
        new Parameter(INPUT_BIAS, List.of(4 * width), uniform),
        new Parameter(HIDDEN_BIAS, List.of(4 * width), uniform));
  }

  /// The recurrent state: `[N, H]` each.
  record Memory(NDArray hidden, NDArray cell) {
    /// The state, set to zero where `keep [N, 1]` is 0.
    Memory where(NDArray keep) {
      return new Memory(hidden.mul(keep), cell.mul(keep));
    }

    /// As [#where], also where the state is not a number, which a product with 0 would keep.
    Memory wiped(NDArray keep) {
      NDArray kept = keep.gt(0).broadcast(hidden.getShape());
      NDArray zeros = hidden.zerosLike();
      return new Memory(NDArrays.where(kept, hidden, zeros), NDArrays.where(kept, cell, zeros));
    }
  }

  /// The input's contribution to the gates, for all ticks at once, because it does not depend on
  /// the memory.
  ///
  /// @param input `[..., H]`
  /// @return `[..., 4 H]`
  NDArray gates(NDArray input, NamedWeights namedWeights) {
    return Layers.linear(input, namedWeights.named(INPUT_WEIGHT), namedWeights.named(INPUT_BIAS));
  }

  /// Computes one tick.
  ///
  /// @param gates `[N, 4 H]`, the input's contribution
  Memory step(NDArray gates, Memory before, NamedWeights namedWeights) {
    NDArray sum =
        gates.add(
            Layers.linear(
                before.hidden(),
                namedWeights.named(HIDDEN_WEIGHT),
                namedWeights.named(HIDDEN_BIAS)));
    NDList parts = sum.split(4, 1);
    NDArray added = Layers.sigmoid(parts.get(0)).mul(parts.get(2).tanh());
    NDArray cell = Layers.sigmoid(parts.get(1)).mul(before.cell()).add(added);
    return new Memory(Layers.sigmoid(parts.get(3)).mul(cell.tanh()), cell);
  }
}
