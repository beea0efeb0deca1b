package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.learn.net.TestTorch;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The losses against their formulas in doubles, and their gradients against differences.
class SacTest {
  private static final int ROWS = 7;
  private static final int ACTIONS = 4;
  private static final double ALPHA = 0.3;

  private final Random random = new Random(2);
  private final float[] logits = noise(ROWS * ACTIONS);
  private final float[] first = noise(ROWS * ACTIONS);
  private final float[] second = noise(ROWS * ACTIONS);

  private float[] noise(int length) {
    float[] noise = new float[length];
    for (int i = 0; i < length; i++) {
      noise[i] = (float) (1.5 * random.nextGaussian());
    }
    return noise;
  }

  private double softValue(float[] scores, int row) {
    float[] own = java.util.Arrays.copyOfRange(scores, row * ACTIONS, (row + 1) * ACTIONS);
    double sum = 0;
    for (int a = 0; a < ACTIONS; a++) {
      double logProb = Categorical.logProbability(own, a);
      double least = Math.min(first[row * ACTIONS + a], second[row * ACTIONS + a]);
      sum += Math.exp(logProb) * (least - ALPHA * logProb);
    }
    return sum;
  }

  private double actorLoss(float[] scores) {
    double sum = 0;
    for (int row = 0; row < ROWS; row++) {
      sum += softValue(scores, row);
    }
    return -sum / ROWS;
  }

  @Test
  void theValueOfAStateIsExpectedOverAllItsActions() {
    try (NDManager manager = TestTorch.manager()) {
      NDArray value = distribution(manager).softValue(critics(manager), ALPHA);
      for (int row = 0; row < ROWS; row++) {
        assertEquals(softValue(logits, row), value.getFloat(row), 1e-5);
      }
    }
  }

  @Test
  void theExpectedLogProbabilityIsMinusTheEntropy() {
    try (NDManager manager = TestTorch.manager()) {
      NDArray logProb = distribution(manager).expectedLogProbs();
      for (int row = 0; row < ROWS; row++) {
        float[] own = java.util.Arrays.copyOfRange(logits, row * ACTIONS, (row + 1) * ACTIONS);
        assertEquals(-Categorical.entropy(own), logProb.getFloat(row, 0), 1e-5);
      }
    }
  }

  @Test
  void theActorsGradientIsThatOfItsLoss() {
    try (NDManager manager = TestTorch.manager()) {
      NDArray scores = manager.create(logits, new Shape(ROWS, ACTIONS));
      scores.setRequiresGradient(true);
      try (GradientCollector collector = TestTorch.gradients()) {
        NDArray value = ActionDistribution.every(scores, 1).softValue(critics(manager), ALPHA);
        collector.backward(Sac.actorLoss(value, NDArray::mean));
      }
      float[] gradient = scores.getGradient().toFloatArray();
      for (int i = 0; i < gradient.length; i++) {
        assertEquals(slope(i), gradient[i], 1e-4, "logit " + i);
      }
    }
  }

  private double slope(int i) {
    double step = 1 / 64.0;
    float[] more = logits.clone();
    float[] less = logits.clone();
    more[i] += (float) step;
    less[i] -= (float) step;
    return (actorLoss(more) - actorLoss(less)) / (2 * step);
  }

  @Test
  void aLargeErrorPullsNoHarderThanOneOfOne() {
    float[] chosen = {0.25f, 3, -4, 0, 2};
    float[] target = {0, 0, 0, 0, 1.5f};
    float[] weight = {1, 1, 0.5f, 1, 2};
    try (NDManager manager = TestTorch.manager()) {
      NDArray values = manager.create(chosen);
      values.setRequiresGradient(true);
      double loss;
      try (GradientCollector collector = TestTorch.gradients()) {
        NDArray total =
            Sac.criticLoss(values, manager.create(target), manager.create(weight), NDArray::mean);
        loss = total.getFloat();
        collector.backward(total);
      }
      double expected = (0.03125 + 2.5 + 0.5 * 3.5 + 0 + 2 * 0.125) / 5;
      assertEquals(expected, loss, 1e-6);
      float[] pulls = {0.25f / 5, 1f / 5, -0.5f / 5, 0, 1f / 5};
      assertArrayEquals(pulls, values.getGradient().toFloatArray(), 1e-6f);
    }
  }

  @Test
  void theTemperaturesGradientIsThatOfItsLoss() {
    double step = 1e-4;
    double more = Temperature.loss(-1 + step, -0.7, 0.4);
    double less = Temperature.loss(-1 - step, -0.7, 0.4);
    assertEquals((more - less) / (2 * step), Temperature.slope(-0.7, 0.4), 1e-9);
  }

  private ActionDistribution distribution(NDManager manager) {
    return ActionDistribution.every(manager.create(logits, new Shape(ROWS, ACTIONS)), 1);
  }

  private List<NDArray> critics(NDManager manager) {
    Shape shape = new Shape(ROWS, ACTIONS);
    return List.of(manager.create(first, shape), manager.create(second, shape));
  }
}
