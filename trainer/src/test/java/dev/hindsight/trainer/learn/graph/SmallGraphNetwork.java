package dev.hindsight.trainer.learn.graph;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.policy.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/// A small graph network with random weights, biases included, asked in both its forms.
final class SmallGraphNetwork implements AutoCloseable {
  static final GraphSpec SPEC = new GraphSpec(16, 4, 2, 24, 8);

  final GraphNetwork network;
  final NDManager manager = TestTorch.manager();
  final WeightVector vector;

  SmallGraphNetwork(int agents, int rows) {
    network =
        new GraphNetwork(RandomNeighbours.input(rows), SPEC, RandomNeighbours.ACTIONS, agents);
    vector = new WeightVector(manager, network.parameters(), weights(network));
  }

  /// The same whatever the number of agents and rows.
  static float[] weights(GraphNetwork network) {
    float[] values = network.parameters().initial(5);
    Random random = new Random(9);
    for (int i = 0; i < values.length; i++) {
      values[i] += (float) (0.2 * random.nextGaussian());
    }
    return values;
  }

  Map<String, Tensor> tensors() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    vector.tensors().forEach(tensor -> tensors.put(tensor.name(), tensor));
    return tensors;
  }

  /// @param logits `[N * n]`
  /// @param values `[N]`
  record Output(float[] logits, float[] values) {
    float[] logits(int agent) {
      float[] own = new float[RandomNeighbours.ACTIONS];
      System.arraycopy(logits, agent * own.length, own, 0, own.length);
      return own;
    }
  }

  /// What it says to one tick of worlds side by side, acting.
  Output act(float[] observation, byte[] removed) {
    try (NetworkActor actor = network.actor(vector, removed.length)) {
      actor.reset();
      Output output =
          new Output(
              new float[removed.length * RandomNeighbours.ACTIONS], new float[removed.length]);
      actor.act(observation, removed, output.logits, output.values);
      return output;
    }
  }

  Output act(RandomNeighbours randomNeighbours) {
    return act(randomNeighbours.observation(), randomNeighbours.removed());
  }

  /// What it says to T ticks of B rows, learning.
  ///
  /// @param observation `[B * T * D]`
  /// @param removed `[B * T]`
  Output learn(int rows, int ticks, float[] observation, byte[] removed) {
    try (NDScope scope = new NDScope();
        SegmentForward forward = network.segments(manager)) {
      scope.suppressNotUsedWarning();
      SegmentBatch batch =
          SegmentBatch.of(manager, rows, ticks, observation, new byte[rows * ticks], removed);
      LogitsAndValues logitsAndValues = forward.run(vector.weights(), batch);
      return new Output(
          logitsAndValues.logits().toFloatArray(), logitsAndValues.values().toFloatArray());
    }
  }

  @Override
  public void close() {
    vector.close();
    manager.close();
  }
}
