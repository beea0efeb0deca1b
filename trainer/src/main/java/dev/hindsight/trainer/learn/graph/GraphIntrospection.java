package dev.hindsight.trainer.learn.graph;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.learn.net.GaussianHead;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.policy.Tensor;
import java.util.Map;

/// Computes the attention of a graph network. It runs the code used to learn, so that agreement
/// with the recording, which the code used to act made, tests both.
public final class GraphIntrospection implements EdgeIntrospection {
  private final NDManager manager;
  private final GraphNetwork network;
  private final Nonlinearity nonlinearity;
  private final ActionSpace space;
  private final WeightVector vector;
  private final float[][] weights;
  private final GraphSegments forward;

  /// @param manager closed with this
  /// @param tensors the weights by name
  /// @param nonlinearity between its layers
  /// @param space of its actions
  public GraphIntrospection(
      NDManager manager,
      GraphNetwork network,
      Map<String, Tensor> tensors,
      Nonlinearity nonlinearity,
      ActionSpace space) {
    this.space = space;
    this.manager = manager;
    this.network = network;
    this.nonlinearity = nonlinearity;
    this.vector =
        new WeightVector(manager, network.parameters(), network.parameters().gather(tensors));
    this.weights = new float[network.spec().layers()][];
    this.forward =
        new GraphSegments(
            network, manager, (layer, weight) -> weights[layer] = weight.toFloatArray());
  }

  @Override
  public int layers() {
    return network.spec().layers();
  }

  @Override
  public int heads() {
    return network.spec().heads();
  }

  @Override
  public EdgeTrace look(float[] observation, byte[] removed) {
    int agents = removed.length;
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      SegmentBatch batch =
          SegmentBatch.of(manager, agents, 1, observation, new byte[agents], removed);
      LogitsAndValues logitsAndValues = forward.run(vector.weights().with(nonlinearity), batch);
      float[] logits = logitsAndValues.logits().toFloatArray();
      GaussianHead.apply(space, logits);
      return new EdgeTrace(
          network.input().rows(),
          heads(),
          slots(observation, agents),
          weights,
          logits,
          logitsAndValues.values().toFloatArray());
    }
  }

  private int[] slots(float[] observation, int agents) {
    GraphInput input = network.input();
    int[] slots = new int[agents * input.rows()];
    for (int at = 0; at < slots.length; at++) {
      slots[at] = (int) observation[input.slotAt(at / input.rows(), at % input.rows())];
    }
    return slots;
  }

  @Override
  public void close() {
    forward.close();
    vector.close();
    manager.close();
  }
}
