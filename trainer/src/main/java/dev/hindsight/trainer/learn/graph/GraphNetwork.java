package dev.hindsight.trainer.learn.graph;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.WeightVector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A graph network: encodes every agent and every edge, passes messages along the edges, and
/// computes logits from each agent and values from all of them.
///
/// All weights belong to an agent or an edge, so that a policy trained with 8 agents can act with
/// 50. It has no memory.
public final class GraphNetwork implements Network {
  private static final String NODE = "policy.node_encoder";
  private static final String EDGE = "policy.edge_encoder";
  private static final String ACTOR = "policy.actor";

  /// Small initial gain, so that the first policy has no preference.
  private static final double ACTOR_GAIN = 0.01;

  private final GraphInput input;
  private final GraphSpec spec;
  private final int actions;
  private final int agentsPerWorld;
  private final List<GraphBlock> blocks;
  private final CentralCritic critic;
  private final ParameterLayout parameters;

  /// @param actions n
  /// @param agentsPerWorld M
  public GraphNetwork(GraphInput input, GraphSpec spec, int actions, int agentsPerWorld) {
    this.input = input;
    this.spec = spec;
    this.actions = actions;
    this.agentsPerWorld = agentsPerWorld;
    this.blocks =
        IntStream.range(0, spec.layers()).mapToObj(i -> GraphBlock.number(i, spec)).toList();
    this.critic = new CentralCritic(spec.width());
    List<Parameter> all = new ArrayList<>();
    all.addAll(Parameter.linear(NODE + ".0", input.own(), spec.width(), 1));
    all.addAll(Parameter.linear(NODE + ".1", spec.width(), spec.width(), 1));
    all.addAll(Parameter.linear(EDGE + ".0", input.edge(), spec.edge(), 1));
    all.addAll(Parameter.linear(EDGE + ".1", spec.edge(), spec.edge(), 1));
    blocks.forEach(block -> all.addAll(block.parameters()));
    all.addAll(Parameter.linear(ACTOR, spec.width(), actions, ACTOR_GAIN));
    all.addAll(critic.parameters());
    this.parameters = new ParameterLayout(all);
  }

  /// M, if all worlds have the same number of agents.
  ///
  /// @throws Problem if they do not
  public static int agentsOfOneWorld(EnvironmentShape shape) {
    List<Integer> sizes = shape.agentsPerWorld().stream().distinct().toList();
    if (sizes.size() != 1) {
      throw new Problem(
          wording("GraphNetwork.its_worlds_have_different_numbers", sizes),
          wording("GraphNetwork.policy_graph"),
          wording("GraphNetwork.let_a_graph_policy_act_in"));
    }
    return sizes.getFirst();
  }

  @Override
  public ParameterLayout parameters() {
    return parameters;
  }

  @Override
  public int actions() {
    return actions;
  }

  @Override
  public int rowsPerWorld() {
    return agentsPerWorld;
  }

  GraphInput input() {
    return input;
  }

  GraphSpec spec() {
    return spec;
  }

  @Override
  public SegmentForward segments(NDManager manager) {
    return new GraphSegments(this, manager, GraphProbe.NONE);
  }

  @Override
  public NetworkActor actor(WeightVector weights, int agents) {
    return new GraphActor(this, weights, agents);
  }

  /// @param agentGraph between the agents of B rows of T ticks, row after row
  /// @param ticks T
  /// @return heads for `[B * T]`
  LogitsAndValues run(
      AgentGraph agentGraph, int ticks, NamedWeights namedWeights, GraphProbe probe) {
    NDArray x = twice(agentGraph.own(), namedWeights, NODE);
    NDArray edge = Layers.relu(twice(agentGraph.edge(), namedWeights, EDGE), namedWeights);
    for (int layer = 0; layer < blocks.size(); layer++) {
      int number = layer;
      x =
          blocks
              .get(layer)
              .run(x, edge, agentGraph, namedWeights, weight -> probe.see(number, weight));
    }
    NDArray hidden = x.mul(agentGraph.live());
    return new LogitsAndValues(
        Layers.linear(hidden, namedWeights, ACTOR),
        critic.values(hidden, agentGraph.live(), agentsPerWorld, ticks, namedWeights));
  }

  private static NDArray twice(NDArray x, NamedWeights namedWeights, String name) {
    return Layers.linear(
        Layers.relu(Layers.linear(x, namedWeights, name + ".0"), namedWeights),
        namedWeights,
        name + ".1");
  }

  /// The value estimate: one value of the whole world, from the mean of the vectors of all agents
  /// in it, plus each agent's own difference from that.
  ///
  /// ```
  /// V_i = MLP(mean of z_j over the live j of the world) + w . z_i
  /// ```
  ///
  /// Each agent has its own rewards. The first term alone would be the same for all of them, and
  /// every agent's luck would be noise in the others' advantages.
  ///
  /// @param width d
  private record CentralCritic(int width) {
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
    /// @param agentsPerWorld M, rows of a world
    /// @param ticks T
    /// @return `[B * T]`
    NDArray values(
        NDArray hidden, NDArray live, int agentsPerWorld, int ticks, NamedWeights namedWeights) {
      long worlds = hidden.getShape().get(0) / ((long) agentsPerWorld * ticks);
      NDArray sum = hidden.reshape(worlds, agentsPerWorld, ticks, width).sum(new int[] {1});
      NDArray count = live.reshape(worlds, agentsPerWorld, ticks, 1).sum(new int[] {1});
      // In a world that all agents have left, the sum of zeros is divided by 1.
      NDArray mean = sum.div(count.maximum(1f));
      NDArray middle = Layers.gelu(Layers.linear(mean, namedWeights, WORLD + ".0"), namedWeights);
      NDArray world =
          Layers.linear(middle, namedWeights, WORLD + ".1")
              .reshape(worlds, 1, ticks)
              .broadcast(new Shape(worlds, agentsPerWorld, ticks))
              .flatten();
      return world.add(Layers.linear(hidden, namedWeights, OWN).squeeze(-1));
    }
  }
}
