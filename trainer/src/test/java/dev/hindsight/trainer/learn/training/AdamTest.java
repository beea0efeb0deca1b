package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ParameterInitializer;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.policy.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AdamTest {
  private static final int LENGTH = 6;
  private static final double RATE = 0.01;

  @Test
  void stepsAreThoseOfThePaper() {
    double[] w = new double[LENGTH];
    double[] m = new double[LENGTH];
    double[] v = new double[LENGTH];
    Random random = new Random(1);
    try (NDManager manager = TestTorch.manager();
        WeightVector weights = vector(manager);
        Adam adam = new Adam(weights, new Adam.Betas(0.9, 0.99, 1e-3))) {
      for (int n = 1; n <= 5; n++) {
        float[] g = new float[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
          g[i] = (float) random.nextGaussian();
        }
        adam.step(gradient(manager, weights, g), RATE, 0.5);
        double root = Math.sqrt(1 - Math.pow(0.99, n));
        for (int i = 0; i < LENGTH; i++) {
          m[i] = 0.9 * m[i] + 0.1 * 0.5 * g[i];
          v[i] = 0.99 * v[i] + 0.01 * 0.25 * g[i] * g[i];
          w[i] -= RATE * root / (1 - Math.pow(0.9, n)) * m[i] / (Math.sqrt(v[i]) + 1e-3);
        }
        float[] expected = new float[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
          expected[i] = (float) w[i];
        }
        assertArrayEquals(expected, weights.values(), 1e-5f, "step " + n);
      }
    }
  }

  @Test
  void aStretchedStepIsTheStepOfARescaledWeight() {
    // w = v / s: the gradient for v is that for w divided by s, and the step of w is that of v
    // divided by s. Adam's own step hardly depends on the gradient's scale.
    float[] stretch = {1, 2, 5, 20, 1, 3};
    try (NDManager manager = TestTorch.manager();
        WeightVector w = vector(manager);
        WeightVector v = vector(manager);
        Adam stretched = new Adam(w, new Adam.Betas(0.9, 0.99, 0), Optional.of(stretch));
        Adam plain = new Adam(v, new Adam.Betas(0.9, 0.99, 0))) {
      Random random = new Random(2);
      for (int n = 1; n <= 5; n++) {
        float[] forW = new float[LENGTH];
        float[] forV = new float[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
          forW[i] = (float) random.nextGaussian();
          forV[i] = forW[i] * stretch[i];
        }
        stretched.step(gradient(manager, w, forW), RATE, 1);
        plain.step(gradient(manager, v, forV), RATE, 1);
        float[] expected = v.values();
        for (int i = 0; i < LENGTH; i++) {
          expected[i] *= stretch[i];
        }
        assertArrayEquals(expected, w.values(), 1e-6f, "step " + n);
      }
    }
  }

  @Test
  void aRestoredOptimiserGoesOnWithTheSameBits() {
    float[] g = {1, -2, 3, 0.5f, 0.1f, -0.7f};
    try (NDManager manager = TestTorch.manager();
        WeightVector a = vector(manager);
        WeightVector b = vector(manager);
        Adam one = new Adam(a, new Adam.Betas(0.9, 0.999, 1e-8));
        Adam two = new Adam(b, new Adam.Betas(0.9, 0.999, 1e-8))) {
      one.step(gradient(manager, a, g), RATE, 1);
      b.set(a.values());
      Map<String, Tensor> kept = new HashMap<>();
      one.kept("a.").forEach(tensor -> kept.put(tensor.name(), tensor));
      two.restore("a.", kept);
      one.step(gradient(manager, a, g), RATE, 1);
      two.step(gradient(manager, b, g), RATE, 1);
      assertArrayEquals(a.values(), b.values());
    }
  }

  private static NDArray gradient(NDManager manager, WeightVector weights, float[] g) {
    try (GradientCollector collector = TestTorch.gradients()) {
      collector.backward(weights.flat().mul(manager.create(g)).sum());
    }
    return weights.flat().getGradient();
  }

  private static WeightVector vector(NDManager manager) {
    ParameterLayout layout =
        new ParameterLayout(
            List.of(
                new Parameter("a", List.of(LENGTH - 1), new ParameterInitializer.Constant(0)),
                new Parameter("b", List.of(1), new ParameterInitializer.Constant(0))));
    return new WeightVector(manager, layout, layout.initial(0));
  }
}
