package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The critic's last layers: over the vector that the actor's head reads too, and over the numbers
/// that only the critic sees. These enter here and nowhere earlier, so that no path leads from them
/// to the actor, to a recurrent state or to a memory.
///
/// @param name of the last layer
/// @param width d, numbers in the vector
/// @param outputs 1 for a value, or the number of actions
/// @param criticOnly the numbers that only the critic sees
/// @param layers widths of the layers before the last
public record CriticHead(
    String name, int width, int outputs, CriticOnly criticOnly, List<Integer> layers) {
  /// Prefix of the names of the layers before the last.
  public static final String LAYERS = "policy.critic_layers";

  /// Name of the weight that reads what only the critic sees.
  public static final String FIRST = LayerStack.name(LAYERS, 0) + ".weight";

  /// Copies the list. A critic with numbers of its own has at least one layer, so that what they
  /// mean can depend on what the actor sees.
  public CriticHead {
    layers = layers.isEmpty() && criticOnly.count() > 0 ? List.of(width) : List.copyOf(layers);
  }

  /// Its parameters.
  ///
  /// @param gain initial gain of the last layer
  public List<Parameter> parameters(double gain) {
    int from = criticOnly.count() + width;
    List<Parameter> all = new ArrayList<>(LayerStack.parameters(LAYERS, from, layers));
    all.addAll(Parameter.linear(name, layers.isEmpty() ? width : layers.getLast(), outputs, gain));
    return all;
  }

  /// The layer that reads the numbers that only the critic sees, if there are any.
  public List<FirstLayer> firstLayers() {
    int count = criticOnly.count();
    return count == 0
        ? List.of()
        : List.of(
            new FirstLayer(
                LayerStack.name(LAYERS, 0), count + width, count, criticOnly.from(), 1, 0));
  }

  /// @param hidden `[N, d]`
  /// @param own `[N, c]`, what only the critic sees
  /// @return `[N, outputs]`
  public NDArray values(NDArray hidden, Optional<NDArray> own, NamedWeights namedWeights) {
    NDArray read =
        own.map(numbers -> NDArrays.concat(new NDList(numbers, hidden), 1)).orElse(hidden);
    return Layers.linear(
        LayerStack.run(read, LAYERS, layers.size(), namedWeights), namedWeights, name);
  }
}
