package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.net.WeightVector;
import java.util.Random;

/// A small transformer with weights large enough that no mistake hides, in all its forms.
final class SmallTransformer implements AutoCloseable {
  static final int HORIZON = 24;
  static final int NUMBERS = 5;
  static final int ACTIONS = 3;

  final NDManager manager = TestTorch.manager();
  final TransformerNetwork network =
      new TransformerNetwork(
          new LinearEncoder(NUMBERS, 16), new TransformerSpec(16, 2, 2, 32, HORIZON), ACTIONS);
  final WeightVector vector;

  SmallTransformer(long seed) {
    float[] values = network.parameters().initial(seed);
    Random random = new Random(seed);
    for (int i = 0; i < values.length; i++) {
      values[i] += (float) (0.3 * random.nextGaussian());
    }
    vector = new WeightVector(manager, network.parameters(), values);
  }

  /// Logits and value of every tick, `[B * T][n + 1]`.
  float[][] segments(RandomEpisodes randomEpisodes) {
    return segments(batch(randomEpisodes));
  }

  SegmentBatch batch(RandomEpisodes randomEpisodes) {
    return SegmentBatch.of(
        manager,
        randomEpisodes.rows(),
        randomEpisodes.ticks(),
        randomEpisodes.observation(),
        randomEpisodes.terminal(),
        randomEpisodes.removed());
  }

  float[][] segments(SegmentBatch batch) {
    try (NDScope scope = new NDScope();
        SegmentForward forward = network.segments(manager)) {
      scope.suppressNotUsedWarning();
      LogitsAndValues logitsAndValues = forward.run(vector.weights(), batch);
      return together(
          logitsAndValues.logits().toFloatArray(), logitsAndValues.values().toFloatArray());
    }
  }

  /// The same, tick by tick.
  ///
  /// @param wipe `[B * T]`, 1 where memory is wiped after the tick; the terminals, if all is well
  float[][] ticks(NetworkActor networkActor, RandomEpisodes randomEpisodes, byte[] wipe) {
    int rows = randomEpisodes.rows();
    float[][] all = new float[rows * randomEpisodes.ticks()][];
    float[] observation = new float[rows * NUMBERS];
    byte[] removed = new byte[rows];
    float[] logits = new float[rows * ACTIONS];
    float[] values = new float[rows];
    for (int t = 0; t < randomEpisodes.ticks(); t++) {
      for (int row = 0; row < rows; row++) {
        int at = row * randomEpisodes.ticks() + t;
        System.arraycopy(
            randomEpisodes.observation(), at * NUMBERS, observation, row * NUMBERS, NUMBERS);
        removed[row] = randomEpisodes.removed()[at];
        if (t > 0 && wipe[at - 1] != 0) {
          networkActor.forget(row);
        }
      }
      networkActor.act(observation, removed, logits, values);
      float[][] now = together(logits, values);
      for (int row = 0; row < rows; row++) {
        all[row * randomEpisodes.ticks() + t] = now[row];
      }
    }
    return all;
  }

  float[][] streaming(RandomEpisodes randomEpisodes, byte[] wipe) {
    try (NetworkActor actor = network.actor(vector, randomEpisodes.rows())) {
      return ticks(actor, randomEpisodes, wipe);
    }
  }

  float[][] fullContext(RandomEpisodes randomEpisodes) {
    try (NetworkActor actor = new FullContextActor(network, vector, randomEpisodes.rows())) {
      return ticks(actor, randomEpisodes, randomEpisodes.terminal());
    }
  }

  private static float[][] together(float[] logits, float[] values) {
    float[][] all = new float[values.length][ACTIONS + 1];
    for (int i = 0; i < values.length; i++) {
      System.arraycopy(logits, i * ACTIONS, all[i], 0, ACTIONS);
      all[i][ACTIONS] = values[i];
    }
    return all;
  }

  /// The largest difference at a live tick; infinite where something is not a number anywhere.
  static double difference(RandomEpisodes randomEpisodes, float[][] a, float[][] b) {
    double largest = 0;
    for (int at = 0; at < a.length; at++) {
      for (int k = 0; k <= ACTIONS; k++) {
        if (!Float.isFinite(a[at][k]) || !Float.isFinite(b[at][k])) {
          return Double.POSITIVE_INFINITY;
        }
        if (randomEpisodes.live(at)) {
          largest = Math.max(largest, Math.abs(a[at][k] - b[at][k]));
        }
      }
    }
    return largest;
  }

  @Override
  public void close() {
    manager.close();
  }
}
