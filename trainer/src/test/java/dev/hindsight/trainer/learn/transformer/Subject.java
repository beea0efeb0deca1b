package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import dev.hindsight.trainer.learn.net.Actor;
import dev.hindsight.trainer.learn.net.Heads;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.Torch;
import dev.hindsight.trainer.learn.net.WeightVector;
import java.util.Random;

/// A small transformer with weights large enough that no mistake hides, in all its forms.
final class Subject implements AutoCloseable {
  static final int HORIZON = 24;
  static final int NUMBERS = 5;
  static final int ACTIONS = 3;

  final NDManager manager = Torch.manager();
  final TransformerNetwork network =
      new TransformerNetwork(
          new LinearEncoder(NUMBERS, 16), new TransformerSpec(16, 2, 2, 32, HORIZON), ACTIONS);
  final WeightVector vector;

  Subject(long seed) {
    float[] values = network.parameters().initial(seed);
    Random random = new Random(seed);
    for (int i = 0; i < values.length; i++) {
      values[i] += (float) (0.3 * random.nextGaussian());
    }
    vector = new WeightVector(manager, network.parameters(), values);
  }

  /// Logits and value of every tick, `[B * T][n + 1]`.
  float[][] segments(Layout layout) {
    return segments(batch(layout));
  }

  SegmentBatch batch(Layout layout) {
    return SegmentBatch.of(
        manager,
        layout.rows(),
        layout.ticks(),
        layout.observation(),
        layout.terminal(),
        layout.removed());
  }

  float[][] segments(SegmentBatch batch) {
    try (NDScope scope = new NDScope();
        SegmentForward forward = network.segments(manager)) {
      scope.suppressNotUsedWarning();
      Heads heads = forward.run(vector.weights(), batch);
      return together(heads.logits().toFloatArray(), heads.values().toFloatArray());
    }
  }

  /// The same, tick by tick.
  ///
  /// @param wipe `[B * T]`, 1 where memory is wiped after the tick; the terminals, if all is well
  float[][] ticks(Actor actor, Layout layout, byte[] wipe) {
    int rows = layout.rows();
    float[][] all = new float[rows * layout.ticks()][];
    float[] observation = new float[rows * NUMBERS];
    byte[] removed = new byte[rows];
    float[] logits = new float[rows * ACTIONS];
    float[] values = new float[rows];
    for (int t = 0; t < layout.ticks(); t++) {
      for (int row = 0; row < rows; row++) {
        int at = row * layout.ticks() + t;
        System.arraycopy(layout.observation(), at * NUMBERS, observation, row * NUMBERS, NUMBERS);
        removed[row] = layout.removed()[at];
        if (t > 0 && wipe[at - 1] != 0) {
          actor.forget(row);
        }
      }
      actor.act(observation, removed, logits, values);
      float[][] now = together(logits, values);
      for (int row = 0; row < rows; row++) {
        all[row * layout.ticks() + t] = now[row];
      }
    }
    return all;
  }

  float[][] streaming(Layout layout, byte[] wipe) {
    try (Actor actor = network.actor(vector, layout.rows())) {
      return ticks(actor, layout, wipe);
    }
  }

  float[][] fullContext(Layout layout) {
    try (Actor actor = new FullContextActor(network, vector, layout.rows())) {
      return ticks(actor, layout, layout.terminal());
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
  static double difference(Layout layout, float[][] a, float[][] b) {
    double largest = 0;
    for (int at = 0; at < a.length; at++) {
      for (int k = 0; k <= ACTIONS; k++) {
        if (!Float.isFinite(a[at][k]) || !Float.isFinite(b[at][k])) {
          return Double.POSITIVE_INFINITY;
        }
        if (layout.live(at)) {
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
