package dev.hindsight.trainer.learn.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.action.ActionSpace;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/// The two forms of a Gaussian head, where policies act and where they learn, and its gradients.
class GaussianHeadTest {
  private static final int N = 5;
  private static final int K = 2;
  private static final ActionSpace SPACE = new ActionSpace.Continuous(List.of("turn", "speed"));

  private final float[] outputs = new float[N * 2 * K];
  private final float[] drawn = new float[N * K];

  GaussianHeadTest() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < outputs.length; i++) {
      outputs[i] = (float) random.nextDouble(-2, 2);
    }
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = (float) random.nextDouble(-2, 2);
    }
  }

  private static float[] row(float[] all, int width, int i) {
    return Arrays.copyOfRange(all, i * width, (i + 1) * width);
  }

  /// The sum over all rows, in double precision, where policies act.
  private double acting(float[] raw, ToDoubleFunction<Integer> each) {
    double sum = 0;
    for (int i = 0; i < raw.length / (2 * K); i++) {
      sum += each.applyAsDouble(i);
    }
    return sum;
  }

  private static double deviation(double x) {
    return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))) + GaussianHead.LEAST_DEVIATION;
  }

  private double density(double[] raw) {
    return acting(
        new float[raw.length],
        i -> {
          double sum = 0;
          for (int d = 0; d < K; d++) {
            double mean = raw[i * 2 * K + d];
            double spread = deviation(raw[i * 2 * K + K + d]);
            sum += Gaussian.logDensity(drawn[i * K + d], mean, spread);
          }
          return sum;
        });
  }

  private double entropy(double[] raw) {
    return acting(
        new float[raw.length],
        i -> {
          double sum = 0;
          for (int d = 0; d < K; d++) {
            double spread = deviation(raw[i * 2 * K + K + d]);
            sum += 0.5 * Math.log(2 * Math.PI * Math.E * spread * spread);
          }
          return sum;
        });
  }

  @Test
  void bothFormsHaveTheSameDensityAndEntropyAsInClosedForm() {
    float[] policy = outputs.clone();
    GaussianHead.apply(SPACE, policy);
    try (NDManager manager = TestTorch.manager()) {
      NDArray raw = manager.create(outputs, new Shape(N, 2 * K));
      float[] density =
          GaussianHead.logDensity(raw, manager.create(drawn, new Shape(N, K))).toFloatArray();
      float[] entropy = GaussianHead.entropy(raw).toFloatArray();
      for (int i = 0; i < N; i++) {
        float[] own = row(policy, 2 * K, i);
        assertEquals(outputs[i * 2 * K], own[0], "means stay");
        assertEquals(Gaussian.logDensity(own, row(drawn, K, i)), density[i], 1e-5);
        assertEquals(Gaussian.entropy(own), entropy[i], 1e-5);
      }
    }
  }

  @Test
  void gradientsAreThoseOfFiniteDifferences() {
    try (NDManager manager = TestTorch.manager()) {
      NDArray numbers = manager.create(drawn, new Shape(N, K));
      check(manager, raw -> GaussianHead.logDensity(raw, numbers), this::density);
      check(manager, GaussianHead::entropy, this::entropy);
    }
  }

  private void check(
      NDManager manager, Function<NDArray, NDArray> learning, ToDoubleFunction<double[]> acting) {
    NDArray raw = manager.create(outputs, new Shape(N, 2 * K));
    raw.setRequiresGradient(true);
    try (GradientCollector collector = ExclusiveGradientCollector.begin(manager.getEngine())) {
      collector.backward(learning.apply(raw).sum());
    }
    float[] gradient = raw.getGradient().toFloatArray();
    double step = 1e-5;
    for (int i = 0; i < outputs.length; i++) {
      double[] up = new double[outputs.length];
      Arrays.setAll(up, j -> outputs[j]);
      double[] down = up.clone();
      up[i] += step;
      down[i] -= step;
      double expected = (acting.applyAsDouble(up) - acting.applyAsDouble(down)) / (2 * step);
      assertEquals(expected, gradient[i], 1e-3 * (1 + Math.abs(expected)), "output " + i);
    }
  }

  @Test
  void noDeviationIsZeroAndLogitsOfDiscreteActionsStay() {
    float[] extreme = {0, 0, -200, 200};
    GaussianHead.apply(SPACE, extreme);
    assertEquals(GaussianHead.LEAST_DEVIATION, extreme[2]);
    assertEquals(200, extreme[3], 1e-3);
    float[] logits = {1, -2, 3};
    GaussianHead.apply(new ActionSpace.Discrete(List.of()), logits);
    assertArrayEquals(new float[] {1, -2, 3}, logits);
    assertTrue(extreme[2] > 0);
  }
}
