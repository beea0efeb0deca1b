package dev.hindsight.trainer.learn.lstm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.net.WeightVector;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LstmParityTest {
  private static final int ROWS = 3;
  private static final int TICKS = 17;
  private static final int NUMBERS = 5;
  private static final LstmNetwork NETWORK = new LstmNetwork(new LinearEncoder(NUMBERS, 8), 4);

  @Test
  void tickByTickAgreesWithSegmentsWhereverEpisodesEnd() {
    Random random = new Random(1);
    for (int i = 0; i < 20; i++) {
      byte[] terminal = new byte[ROWS * TICKS];
      for (int at = 0; at < terminal.length; at++) {
        terminal[at] = (byte) (random.nextInt(1 + i) == 0 ? 1 : 0);
      }
      float[] observation = observation(random);
      assertArrayEquals(segments(observation, terminal), ticks(observation, terminal), 1e-5f);
    }
  }

  @Test
  void memoryKeptOverTerminalsIsNoticed() {
    Random random = new Random(2);
    byte[] terminal = new byte[ROWS * TICKS];
    terminal[5] = 1;
    float[] observation = observation(random);
    float[] right = segments(observation, terminal);
    float[] wrong = ticks(observation, new byte[ROWS * TICKS]);
    double largest = 0;
    for (int i = 0; i < right.length; i++) {
      largest = Math.max(largest, Math.abs(right[i] - wrong[i]));
    }
    assertTrue(largest > 1e-4);
  }

  private static float[] observation(Random random) {
    float[] observation = new float[ROWS * TICKS * NUMBERS];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = (float) random.nextGaussian();
    }
    return observation;
  }

  private static float[] segments(float[] observation, byte[] terminal) {
    try (NDManager manager = TestTorch.manager();
        WeightVector vector = vector(manager)) {
      SegmentBatch batch =
          SegmentBatch.of(manager, ROWS, TICKS, observation, terminal, new byte[ROWS * TICKS]);
      LogitsAndValues logitsAndValues = NETWORK.segments(manager).run(vector.weights(), batch);
      return logitsAndValues.values().toFloatArray();
    }
  }

  private static float[] ticks(float[] observation, byte[] terminal) {
    float[] all = new float[ROWS * TICKS];
    try (NDManager manager = TestTorch.manager();
        WeightVector vector = vector(manager);
        NetworkActor actor = NETWORK.actor(vector, ROWS)) {
      actor.reset();
      float[] seen = new float[ROWS * NUMBERS];
      float[] logits = new float[ROWS * 4];
      float[] values = new float[ROWS];
      for (int t = 0; t < TICKS; t++) {
        for (int row = 0; row < ROWS; row++) {
          int at = row * TICKS + t;
          System.arraycopy(observation, at * NUMBERS, seen, row * NUMBERS, NUMBERS);
          if (t > 0 && terminal[at - 1] != 0) {
            actor.forget(row);
          }
        }
        actor.act(seen, new byte[ROWS], logits, values);
        for (int row = 0; row < ROWS; row++) {
          all[row * TICKS + t] = values[row];
        }
      }
    }
    return all;
  }

  private static WeightVector vector(NDManager manager) {
    float[] values = NETWORK.parameters().initial(4);
    return new WeightVector(manager, NETWORK.parameters(), Arrays.copyOf(values, values.length));
  }
}
