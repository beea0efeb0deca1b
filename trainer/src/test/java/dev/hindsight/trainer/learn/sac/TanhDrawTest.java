package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import dev.hindsight.trainer.learn.net.GaussianHead;
import dev.hindsight.trainer.learn.net.TestTorch;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The distribution over bounded actions that networks learn with, against the one in doubles.
class TanhDrawTest {
  private static final int ROWS = 6;
  private static final int K = 2;

  private final Random random = new Random(4);

  /// The output of a network from which a deviation is made.
  private static double output(double deviation) {
    return Math.log(Math.expm1(deviation - GaussianHead.LEAST_DEVIATION));
  }

  private static double softplus(double x) {
    return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))) + GaussianHead.LEAST_DEVIATION;
  }

  private static TanhGaussian reference(float[] outputs, int row) {
    double[] mean = new double[K];
    double[] logDeviation = new double[K];
    for (int i = 0; i < K; i++) {
      mean[i] = outputs[row * 2 * K + i];
      logDeviation[i] = Math.log(softplus(outputs[row * 2 * K + K + i]));
    }
    return new TanhGaussian(mean, logDeviation);
  }

  private float[] numbers(int count, double size) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) (size * random.nextGaussian());
    }
    return numbers;
  }

  private static double[] row(float[] all, int row) {
    double[] own = new double[K];
    for (int i = 0; i < K; i++) {
      own[i] = all[row * K + i];
    }
    return own;
  }

  @Test
  void theReferencesActionAndDensityAreMet() {
    JsonNode given = AirTrafficReference.file("sac_gat").get("tanh_gaussian");
    float[] outputs = new float[2 * K];
    float[] noise = new float[K];
    for (int i = 0; i < K; i++) {
      outputs[i] = given.get("mu").get(i).floatValue();
      outputs[K + i] = (float) output(Math.exp(given.get("log_std").get(i).doubleValue()));
      noise[i] = given.get("eps").get(i).floatValue();
    }
    try (NDManager manager = TestTorch.manager()) {
      GaussianHead.TanhDraw draw =
          GaussianHead.tanhDraw(
              manager.create(outputs, new Shape(1, 2 * K)), manager.create(noise, new Shape(1, K)));
      for (int i = 0; i < K; i++) {
        assertEquals(
            given.get("action").get(i).doubleValue(), draw.action().toFloatArray()[i], 1e-5);
      }
      assertEquals(given.get("logp").doubleValue(), draw.logDensity().getFloat(0), 1e-4);
    }
  }

  @Test
  void densitiesAreThoseInDoublesAndThoseOfRecordings() {
    float[] outputs = numbers(ROWS * 2 * K, 1.5);
    float[] noise = numbers(ROWS * K, 1);
    try (NDManager manager = TestTorch.manager()) {
      GaussianHead.TanhDraw draw =
          GaussianHead.tanhDraw(
              manager.create(outputs, new Shape(ROWS, 2 * K)),
              manager.create(noise, new Shape(ROWS, K)));
      for (int row = 0; row < ROWS; row++) {
        TanhGaussian exact = reference(outputs, row);
        double[] before = exact.before(row(noise, row));
        double expected = exact.logDensity(before);
        assertEquals(expected, draw.logDensity().getFloat(row), 1e-4);
        double recorded = 0;
        for (int i = 0; i < K; i++) {
          recorded +=
              Gaussian.tanhLogDensity(
                  before[i], exact.mean()[i], Math.exp(exact.logDeviation()[i]));
        }
        assertEquals(expected, recorded, 1e-9);
      }
    }
  }

  @Test
  void farOutDensitiesAndTheirGradientsAreStillNumbers() {
    float[] outputs = {60, -60, 3, 3};
    try (NDManager manager = TestTorch.manager()) {
      NDArray head = manager.create(outputs, new Shape(1, 2 * K));
      head.setRequiresGradient(true);
      NDArray noise = manager.create(new float[] {2, -2}, new Shape(1, K));
      try (GradientCollector collector = TestTorch.gradients()) {
        GaussianHead.TanhDraw draw = GaussianHead.tanhDraw(head, noise);
        assertArrayEquals(new float[] {1, -1}, draw.action().toFloatArray());
        assertTrue(Float.isFinite(draw.logDensity().getFloat(0)));
        collector.backward(draw.logDensity().sum());
      }
      for (float slope : head.getGradient().toFloatArray()) {
        assertTrue(Float.isFinite(slope));
      }
    }
  }

  /// A loss that depends on action and density.
  private static double loss(float[] outputs, float[] noise) {
    double sum = 0;
    for (int row = 0; row < ROWS; row++) {
      TanhGaussian exact = reference(outputs, row);
      double[] before = exact.before(row(noise, row));
      double[] action = TanhGaussian.action(before);
      sum += 0.3 * exact.logDensity(before) + action[0] * action[0] - action[1];
    }
    return sum;
  }

  @Test
  void gradientsFlowThroughActionAndDensity() {
    float[] outputs = numbers(ROWS * 2 * K, 0.8);
    float[] noise = numbers(ROWS * K, 1);
    try (NDManager manager = TestTorch.manager()) {
      NDArray head = manager.create(outputs, new Shape(ROWS, 2 * K));
      head.setRequiresGradient(true);
      try (GradientCollector collector = TestTorch.gradients()) {
        GaussianHead.TanhDraw draw =
            GaussianHead.tanhDraw(head, manager.create(noise, new Shape(ROWS, K)));
        NDArray first = draw.action().get(":, 0");
        NDArray second = draw.action().get(":, 1");
        collector.backward(draw.logDensity().mul(0.3f).add(first.square()).sub(second).sum());
      }
      float[] gradient = head.getGradient().toFloatArray();
      double step = 1 / 64.0;
      for (int i = 0; i < gradient.length; i++) {
        float[] more = outputs.clone();
        float[] less = outputs.clone();
        more[i] += (float) step;
        less[i] -= (float) step;
        assertEquals(
            (loss(more, noise) - loss(less, noise)) / (2 * step), gradient[i], 2e-3, "output " + i);
      }
    }
  }

  @Test
  void theEntropyIsThatOfTheDensityOfActions() {
    for (double[] one : new double[][] {{0, 0.6}, {0.3, 0.37}, {-1.2, 1.22}, {3, 0.5}}) {
      TanhGaussian exact = new TanhGaussian(new double[] {one[0]}, new double[] {Math.log(one[1])});
      double sum = 0;
      int count = 400_000;
      for (int i = 0; i < count; i++) {
        double action = -1 + (2.0 * i + 1) / count;
        double logDensity = exact.logDensity(new double[] {Gaussian.beforeTanh(action)});
        sum -= Math.exp(logDensity) * logDensity * 2 / count;
      }
      float[] output = {(float) one[0], (float) one[1]};
      assertEquals(sum, Gaussian.entropy(output, ActionBound.TANH), 2e-3);
      assertTrue(Gaussian.entropy(output, ActionBound.CLIPPED) > sum + 0.1);
    }
  }

  @Test
  void anActionAtTheEndOfItsRangeCountsAsTheLargestFloatBelowIt() {
    double most = Gaussian.beforeTanh(1);
    assertEquals(8.66, most, 0.01);
    assertEquals(-most, Gaussian.beforeTanh(-1));
    assertEquals(0.5493061443340549, Gaussian.beforeTanh(0.5), 1e-12);
  }
}
