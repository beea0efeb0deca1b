package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.TestTorch;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The loss against its formula in doubles, tick by tick.
class PpoLossTest {
  private static final int COUNT = 60;
  private static final int ACTIONS = 5;
  private static final PpoConfig CONFIG =
      PpoCase.config(PpoConfig.Refresh.UPDATE, Integer.MAX_VALUE);

  private final Random random = new Random(1);
  private final float[] logits = noise(COUNT * ACTIONS, 1);
  private final float[] values = noise(COUNT, 1);
  private final float[] logProb = noise(COUNT, 0.5);
  private final float[] advantage = noise(COUNT, 1);
  private final float[] returns = noise(COUNT, 1);
  private final float[] oldValue = noise(COUNT, 1);
  private final float[] weight = new float[COUNT];
  private final float[] entropyWeight = new float[COUNT];
  private final long[] action = new long[COUNT];

  PpoLossTest() {
    for (int i = 0; i < COUNT; i++) {
      logProb[i] -= 1.6f;
      weight[i] = i % 4 == 0 ? 0 : 1f / 45;
      entropyWeight[i] = 0.01f * (i % 3);
      action[i] = random.nextInt(ACTIONS);
    }
  }

  private float[] noise(int length, double spread) {
    float[] noise = new float[length];
    for (int i = 0; i < length; i++) {
      noise[i] = (float) (spread * random.nextGaussian());
    }
    return noise;
  }

  @Test
  void theLossIsThatOfItsFormula() {
    double policy = 0;
    double value = 0;
    double entropy = 0;
    double bonus = 0;
    for (int i = 0; i < COUNT; i++) {
      double[] p = softmax(i);
      double ratio = Math.exp(Math.log(p[(int) action[i]]) - logProb[i]);
      double held = Math.clamp(ratio, 1 - CONFIG.clip(), 1 + CONFIG.clip());
      policy += weight[i] * Math.max(-advantage[i] * ratio, -advantage[i] * held);
      double near =
          oldValue[i]
              + Math.clamp(values[i] - oldValue[i], -CONFIG.valueClip(), CONFIG.valueClip());
      value +=
          0.5
              * weight[i]
              * Math.max(Math.pow(values[i] - returns[i], 2), Math.pow(near - returns[i], 2));
      double h = 0;
      for (double each : p) {
        h -= each * Math.log(each);
      }
      entropy += weight[i] * h;
      bonus += weight[i] * entropyWeight[i] * h;
    }
    try (NDManager manager = TestTorch.manager()) {
      PpoLoss loss = PpoLoss.of(heads(manager), batch(manager), CONFIG);
      assertEquals(policy, loss.policy().getFloat(), 1e-5);
      assertEquals(value, loss.value().getFloat(), 1e-5);
      assertEquals(entropy, loss.entropy().getFloat(), 1e-5);
      assertEquals(
          policy + CONFIG.valueCoefficient() * value - bonus, loss.total().getFloat(), 1e-5);
    }
  }

  /// A policy of 20 numbers that has become sure of itself: the density of what stands for the
  /// action in limbo overflows.
  @Test
  void anyRatioInLimboIsLeftOut() {
    int numbers = 20;
    try (NDManager manager = TestTorch.manager()) {
      float[] outputs = new float[2 * 2 * numbers];
      for (int row = 0; row < 2; row++) {
        java.util.Arrays.fill(outputs, (2 * row + 1) * numbers, (2 * row + 2) * numbers, -20);
      }
      NDArray logits = manager.create(outputs, new Shape(2, 2L * numbers));
      NDArray none = manager.zeros(new Shape(1, 2));
      MinibatchLoader.Minibatch batch =
          new MinibatchLoader.Minibatch(
              new SegmentBatch(1, 2, none, none, none, none),
              manager.zeros(new Shape(2, 1)),
              Optional.empty(),
              Optional.of(manager.zeros(new Shape(2, numbers))),
              manager.create(new float[] {numbers * (float) Gaussian.logDensity(0, 0, 1e-4), 0}),
              manager.create(new float[] {1, 0}),
              manager.zeros(new Shape(2)),
              manager.zeros(new Shape(2)),
              manager.create(new float[] {1, 0}),
              manager.zeros(new Shape(2)));
      PpoLoss loss =
          PpoLoss.of(new LogitsAndValues(logits, manager.zeros(new Shape(2))), batch, CONFIG);
      assertEquals(-1, loss.total().getFloat(), 1e-3);
      assertEquals(0, loss.logRatio().getFloat(1));
    }
  }

  private double[] softmax(int i) {
    double[] p = new double[ACTIONS];
    double sum = 0;
    for (int k = 0; k < ACTIONS; k++) {
      p[k] = Math.exp(logits[i * ACTIONS + k]);
      sum += p[k];
    }
    for (int k = 0; k < ACTIONS; k++) {
      p[k] /= sum;
    }
    return p;
  }

  private LogitsAndValues heads(NDManager manager) {
    return new LogitsAndValues(
        manager.create(logits, new Shape(COUNT, ACTIONS)), manager.create(values));
  }

  private MinibatchLoader.Minibatch batch(NDManager manager) {
    NDArray none = manager.zeros(new Shape(1, COUNT));
    return new MinibatchLoader.Minibatch(
        new SegmentBatch(1, COUNT, none, none, none, none),
        manager.create(action, new Shape(COUNT, 1)),
        Optional.empty(),
        Optional.empty(),
        manager.create(logProb),
        manager.create(advantage),
        manager.create(returns),
        manager.create(oldValue),
        manager.create(weight),
        manager.create(entropyWeight));
  }
}
