package dev.hindsight.trainer.learn.graph;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Parameter;
import java.util.ArrayList;
import java.util.List;

/// What it is worth: a value of the whole world, from the mean of the vectors of all who are in it,
/// and how far an agent's own worth is from that.
///
/// ```
/// V_i = MLP(mean of z_j over the live j of the world) + w . z_i
/// ```
///
/// Rewards are each agent's own. The first term alone would say the same of all of them, and every
/// agent's luck would be noise in the others' advantages.
///
/// @param width d
record CentralCritic(int width) {
  private static final String WORLD = "policy.value_fn";
  private static final String OWN = "policy.value_own";

  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(Parameter.linear(WORLD + ".0", width, width, 1));
    all.addAll(Parameter.linear(WORLD + ".1", width, 1, 1));
    all.addAll(Parameter.linear(OWN, width, 1, 1));
    return all;
  }

  /// @param hidden `[B * T, d]`, zeros in limbo
  /// @param live `[B * T, 1]`
  /// @param crew M, rows of a world
  /// @param ticks T
  /// @return `[B * T]`
  NDArray values(NDArray hidden, NDArray live, int crew, int ticks, NamedWeights namedWeights) {
    long worlds = hidden.getShape().get(0) / ((long) crew * ticks);
    NDArray sum = hidden.reshape(worlds, crew, ticks, width).sum(new int[] {1});
    NDArray count = live.reshape(worlds, crew, ticks, 1).sum(new int[] {1});
    // In a world everybody has left there is nothing to share a sum of zeros among.
    NDArray mean = sum.div(count.maximum(1f));
    NDArray middle = Layers.gelu(Layers.linear(mean, namedWeights, WORLD + ".0"), namedWeights);
    NDArray world =
        Layers.linear(middle, namedWeights, WORLD + ".1")
            .reshape(worlds, 1, ticks)
            .broadcast(new Shape(worlds, crew, ticks))
            .flatten();
    return world.add(Layers.linear(hidden, namedWeights, OWN).squeeze(-1));
  }
}
