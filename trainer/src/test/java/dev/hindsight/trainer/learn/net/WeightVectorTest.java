package dev.hindsight.trainer.learn.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeightVectorTest {
  private static final ParameterLayout LAYOUT =
      new ParameterLayout(
          List.of(
              new Parameter("a", List.of(2), new ParameterInitializer.Constant(1)),
              new Parameter("b", List.of(3), new ParameterInitializer.Constant(2))));

  @Test
  void fixedViewsOutliveTheirScopeAndShowEveryChange() {
    try (NDManager manager = TestTorch.manager();
        WeightVector weights = new WeightVector(manager, LAYOUT, new float[] {1, 2, 3, 4, 5})) {
      NamedWeights fixed;
      try (NDScope scope = new NDScope()) {
        scope.suppressNotUsedWarning();
        fixed = weights.fixed();
      }
      assertArrayEquals(new float[] {3, 4, 5}, fixed.named("b").toFloatArray());
      weights.set(new float[] {6, 7, 8, 9, 10});
      assertArrayEquals(new float[] {8, 9, 10}, fixed.named("b").toFloatArray());
      assertArrayEquals(new float[] {6, 7}, fixed.named("a").toFloatArray());
      assertSame(fixed, weights.fixed());
      assertFalse(fixed.named("a").hasGradient());
    }
  }
}
