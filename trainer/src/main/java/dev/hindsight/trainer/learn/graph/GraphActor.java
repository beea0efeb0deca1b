package dev.hindsight.trainer.learn.graph;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/// The form used to act: all agents of all worlds at a tick. One owner thread; a tick allocates
/// only native handles.
final class GraphActor extends NetworkActor {
  private final GraphNetwork network;
  private final WeightVector vector;
  private final int agents;
  private final int slots;

  /// `[L][A * (K + 1) * H]`, attention of the last tick.
  private final float[][] weighed;

  private final HostArray observations;
  private final HostArray removal;
  private final WorldIndex index;
  private NDManager bound;
  private NamedWeights namedWeights;

  GraphActor(GraphNetwork network, WeightVector vector, int agents) {
    NDManager manager = vector.flat().getManager();
    this.network = network;
    this.vector = vector;
    this.agents = agents;
    this.slots = network.input().rows() + 1;
    this.weighed = new float[network.spec().layers()][agents * slots * network.spec().heads()];
    this.observations = new HostArray(manager, DataType.FLOAT32, agents, network.input().numbers());
    this.removal = new HostArray(manager, DataType.UINT8, agents);
    this.index = new WorldIndex(manager, agents, 1, network.rowsPerWorld());
    this.bound = manager.newSubManager();
    this.namedWeights = bind();
  }

  private NamedWeights bind() {
    NDArray frozen = vector.flat().stopGradient();
    frozen.attach(bound);
    return NamedWeights.of(frozen, vector.layout());
  }

  @Override
  public void reset() {
    bound.close();
    bound = vector.flat().getManager().newSubManager();
    namedWeights = bind();
  }

  @Override
  public void act(float[] observation, byte[] removed, float[] logits, float[] values) {
    checkSlots(observation, removed);
    observations.bytes().asFloatBuffer().put(observation);
    removal.bytes().put(0, removed);
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      AgentGraph agentGraph =
          AgentGraph.read(
              network.input(),
              observed(observations),
              removal.onDevice().neq(0),
              index.first(),
              1,
              network.rowsPerWorld());
      LogitsAndValues outputs = network.run(agentGraph, 1, namedWeights, this::keep);
      decided(outputs, logits, values);
    }
  }

  private void keep(int layer, NDArray weight) {
    weight.toByteBuffer(true).asFloatBuffer().get(weighed[layer]);
  }

  /// A channel for each layer: `[tick, agent, head, K + 1]`, the last entry for the agent itself.
  @Override
  public List<Column> taps() {
    int heads = network.spec().heads();
    return IntStream.range(0, weighed.length)
        .mapToObj(layer ->
            new Column(
                ChannelSpec.perTick(
                    EdgeTrace.CHANNEL + layer,
                    Dtype.F4,
                    "1",
                    wording("GraphActor.how_much_the_agent_looks_at"),
                    "agent",
                    heads,
                    slots),
                List.of(agents, heads, slots)))
        .toList();
  }

  @Override
  public void tap(int tap, ByteBuffer row) {
    int heads = network.spec().heads();
    for (int agent = 0; agent < agents; agent++) {
      for (int head = 0; head < heads; head++) {
        for (int slot = 0; slot < slots; slot++) {
          row.putFloat(weighed[tap][(agent * slots + slot) * heads + head]);
        }
      }
    }
  }

  /// Checks that batches contain whole worlds: in a part of a world, slots would name the wrong
  /// agents.
  private void checkSlots(float[] observation, byte[] removed) {
    GraphInput input = network.input();
    for (int agent = 0; agent < removed.length; agent++) {
      for (int row = 0; removed[agent] == 0 && row < input.rows(); row++) {
        int at = input.slotAt(agent, row);
        if (observation[at] >= network.rowsPerWorld()) {
          throw Problem.of(
              agent,
              wording(
                  "GraphActor.it_sees_agent_and_there_are",
                  (int) observation[at],
                  network.rowsPerWorld()),
              wording("GraphActor.let_a_graph_policy_act_for"));
        }
      }
    }
  }

  @Override
  protected void free() {
    bound.close();
    observations.close();
    removal.close();
    index.close();
  }
}
