package dev.hindsight.trainer.learn.graph;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ParameterInitializer;
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
  /// Small initial gain, so that blocks start close to the identity.
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

  private GraphAttention attention() {
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

  /// Attention over the edges that lead to an agent (Velickovic et al., "Graph Attention Networks",
  /// 2018), extended by edge features. For each head, with `h = W x`:
  ///
  /// ```
  /// score_ij = LeakyReLU_0.2(a_dst . h_i + a_src . h_j + a_edge . (We e_ij))
  /// alpha_ij = softmax of score over the open edges to i, the one from itself (e_ii = 0) included
  /// out_i    = sum_j alpha_ij (h_j + We e_ij)
  /// ```
  ///
  /// The code never applies We to an edge: `a_edge . (We e) = (We' a_edge) . e`, and `sum alpha (We
  /// e) = We (sum alpha e)`, which takes a tenth of the work.
  ///
  /// @param name `graph.layers.0.attention`
  private record GraphAttention(String name, GraphSpec spec) {
    private static final float SLOPE = 0.2f;

    /// Subtracted from the scores of closed edges: their softmax weight is exactly 0.
    private static final double CLOSED = 1e9;

    List<Parameter> parameters() {
      int each = spec.headWidth();
      ParameterInitializer even = new ParameterInitializer.Uniform(Math.sqrt(6.0 / (1 + each)));
      List<Integer> shape = List.of(spec.heads(), each);
      return List.of(
          new Parameter(
              name + ".node.weight",
              List.of(spec.width(), spec.width()),
              new ParameterInitializer.Orthogonal(1)),
          new Parameter(
              name + ".edge.weight",
              List.of(spec.width(), spec.edge()),
              new ParameterInitializer.Orthogonal(1)),
          new Parameter(name + ".dst", shape, even),
          new Parameter(name + ".src", shape, even),
          new Parameter(name + ".along", shape, even));
    }

    /// @param x `[N, d]`
    /// @param edge `[N, K, E]`
    /// @param sees receives the attention, `[N, K + 1, H]`, as in [GraphProbe]
    /// @return `[N, d]`, the heads side by side; zeros for an agent without open edges
    NDArray attend(
        NDArray x,
        NDArray edge,
        AgentGraph agentGraph,
        NamedWeights namedWeights,
        Consumer<NDArray> sees) {
      long n = agentGraph.agents();
      long k = agentGraph.rows();
      int heads = spec.heads();
      int each = spec.headWidth();
      NDArray h = x.matMul(namedWeights.named(name + ".node.weight").transpose());
      NDArray byHead = h.reshape(n, heads, each);
      NDArray alpha = alpha(byHead, edge, agentGraph, namedWeights);
      sees.accept(alpha);
      NDArray toOthers = alpha.get(new NDIndex().addAllDim().addSliceDim(0, k).addAllDim());
      NDArray toItself = alpha.get(new NDIndex().addAllDim().addSliceDim(k, k + 1).addAllDim());
      NDArray heard =
          agentGraph
              .ofSenders(h)
              .reshape(n, k, heads, each)
              .mul(toOthers.reshape(n, k, heads, 1))
              .sum(new int[] {1});
      NDArray kept = byHead.mul(toItself.reshape(n, heads, 1));
      return heard.add(kept).add(along(toOthers, edge, namedWeights)).reshape(n, spec.width());
    }

    /// @param h `[N, H, d / H]`
    /// @return `[N, K + 1, H]`
    private NDArray alpha(
        NDArray h, NDArray edge, AgentGraph agentGraph, NamedWeights namedWeights) {
      long n = agentGraph.agents();
      NDArray to = h.mul(namedWeights.named(name + ".dst")).sum(new int[] {2});
      NDArray from = h.mul(namedWeights.named(name + ".src")).sum(new int[] {2});
      NDArray map = edgeWeight(namedWeights).mul(along(namedWeights)).sum(new int[] {1});
      NDArray others = agentGraph.ofSenders(from).add(edge.matMul(map.transpose()));
      NDArray both = NDArrays.concat(new NDList(others, from.reshape(n, 1, spec.heads())), 1);
      NDArray score =
          both.add(to.reshape(n, 1, spec.heads())).getNDArrayInternal().leakyRelu(SLOPE);
      // The softmax subtracts the largest score first, and an open edge adds at least 1 to its sum.
      // Without open edges the result is uniform, and the product sets it to zero.
      NDArray closed = Layers.scaled(agentGraph.open().sub(1), CLOSED);
      return score.add(closed).softmax(1).mul(agentGraph.open());
    }

    /// `We (sum_j alpha_ij e_ij)`, `[N, H, d / H]`.
    private NDArray along(NDArray alpha, NDArray edge, NamedWeights namedWeights) {
      NDArray sum = alpha.transpose(0, 2, 1).matMul(edge);
      return sum.transpose(1, 0, 2)
          .matMul(edgeWeight(namedWeights).transpose(0, 2, 1))
          .transpose(1, 0, 2);
    }

    /// We, `[H, d / H, E]`.
    private NDArray edgeWeight(NamedWeights namedWeights) {
      return namedWeights
          .named(name + ".edge.weight")
          .reshape(spec.heads(), spec.headWidth(), spec.edge());
    }

    private NDArray along(NamedWeights namedWeights) {
      return namedWeights.named(name + ".along").reshape(spec.heads(), spec.headWidth(), 1);
    }
  }
}
