package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.policy.Checkpoint;
import java.util.ArrayList;
import java.util.List;

/// Linear layers one after the other, each followed by a ReLU, named `prefix.0`, `prefix.1`, ...
final class LayerStack {
  private LayerStack() {}

  /// Name of a layer.
  static String name(String prefix, int index) {
    return prefix + "." + index;
  }

  /// @param from numbers that the first layer reads
  /// @param widths of the layers
  static List<Parameter> parameters(String prefix, int from, List<Integer> widths) {
    List<Parameter> all = new ArrayList<>();
    int before = from;
    for (int i = 0; i < widths.size(); i++) {
      all.addAll(Parameter.linear(name(prefix, i), before, widths.get(i), Math.sqrt(2)));
      before = widths.get(i);
    }
    return all;
  }

  /// @param x `[N, from]`
  /// @return `[N, last width]`; x itself if there is no layer
  static NDArray run(NDArray x, String prefix, int count, NamedWeights namedWeights) {
    NDArray y = x;
    for (int i = 0; i < count; i++) {
      y = Layers.relu(Layers.linear(y, namedWeights, name(prefix, i)), namedWeights);
    }
    return y;
  }

  /// The widths of the layers that a checkpoint has.
  static List<Integer> widths(String prefix, Checkpoint weights) {
    List<Integer> widths = new ArrayList<>();
    String next = name(prefix, 0) + ".weight";
    while (weights.tensor(next).isPresent()) {
      widths.add(EncoderKind.size(weights, next, 0));
      next = name(prefix, widths.size()) + ".weight";
    }
    return widths;
  }
}
