package dev.hindsight.trainer.learn.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
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

  /// Parts of a step, and agents that act together, are computed by any thread.
  @Test
  void aThreadThatHasNotComputedYetRoundsAsTheOthers() throws InterruptedException {
    Random random = new Random(1);
    try (NDManager manager = TestTorch.manager()) {
      for (int rows = 1; rows < 64; rows++) {
        NDArray x = gaussian(manager, random, rows, 8);
        NDArray weight = gaussian(manager, random, 32, 8);
        NDArray bias = gaussian(manager, random, 32);
        float[] expected = Layers.linear(x, weight, bias).toFloatArray();
        AtomicReference<float[]> found = new AtomicReference<>();
        Thread fresh = new Thread(() -> found.set(Layers.linear(x, weight, bias).toFloatArray()));
        fresh.start();
        fresh.join();
        assertArrayEquals(expected, found.get(), rows + " rows");
      }
    }
  }

  private static NDArray gaussian(NDManager manager, Random random, long... shape) {
    float[] numbers = new float[(int) new Shape(shape).size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return EngineMemory.array(manager, numbers, new Shape(shape));
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
