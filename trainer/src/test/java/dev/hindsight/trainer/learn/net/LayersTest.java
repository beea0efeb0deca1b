package dev.hindsight.trainer.learn.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LayersTest {
  /// DJL's product with a number fails this one now and then: its number is in memory of Java's,
  /// which is free again when the way back reads it.
  @Test
  void aCollectionBetweenForwardAndBackwardLeavesGradientsAlone() {
    float[] expected = new float[8];
    Arrays.fill(expected, 3);
    try (NDManager manager = TestTorch.manager()) {
      for (int i = 0; i < 20; i++) {
        NDArray x = manager.ones(new Shape(8));
        x.setRequiresGradient(true);
        try (NDScope scope = new NDScope();
            GradientCollector collector = TestTorch.gradients()) {
          scope.suppressNotUsedWarning();
          NDArray y = Layers.scaled(x, 3).sum();
          clutter();
          collector.backward(y);
        }
        assertArrayEquals(expected, x.getGradient().toFloatArray());
      }
    }
  }

  /// Lets the collector free what it can, and fills what it freed with something else.
  private static void clutter() {
    System.gc();
    for (int i = 0; i < 200; i++) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(4 + 4 * (i % 8));
      while (bytes.remaining() >= 4) {
        bytes.putFloat(1e20f);
      }
    }
  }
}
