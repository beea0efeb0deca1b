package dev.hindsight.trainer.learn.graph;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Attention over edges, then two linear layers, each added to what went in and normalised.
///
/// ```
/// y = LayerNorm(x + attention(x))
/// z = LayerNorm(y + Linear(GELU(Linear(y))))
/// ```
///
/// @param name `graph.layers.0`
record GraphBlock(String name, GraphSpec spec) {
  /// Blocks start out changing little.
  private static final double OUTPUT_GAIN = 0.5;

  static GraphBlock number(int index, GraphSpec spec) {
    return new GraphBlock("graph.layers." + index, spec);
  }

  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(attention().parameters());
    all.addAll(Parameter.linear(name + ".linear1", spec.width(), spec.feedForward(), 1));
    all.addAll(Parameter.linear(name + ".linear2", spec.feedForward(), spec.width(), OUTPUT_GAIN));
    all.addAll(Parameter.norm(name + ".norm1", spec.width()));
    all.addAll(Parameter.norm(name + ".norm2", spec.width()));
    return all;
  }

  GraphAttention attention() {
    return new GraphAttention(name + ".attention", spec);
  }

  /// @param x `[N, d]`
  /// @param edge `[N, K, E]`
  /// @return `[N, d]`
  NDArray run(
      NDArray x,
      NDArray edge,
      AgentGraph agentGraph,
      NamedWeights namedWeights,
      Consumer<NDArray> sees) {
    NDArray attended = attention().attend(x, edge, agentGraph, namedWeights, sees);
    NDArray y = Layers.norm(x.add(attended), namedWeights, name + ".norm1");
    NDArray middle = Layers.gelu(Layers.linear(y, namedWeights, name + ".linear1"), namedWeights);
    return Layers.norm(
        y.add(Layers.linear(middle, namedWeights, name + ".linear2")),
        namedWeights,
        name + ".norm2");
  }
}
