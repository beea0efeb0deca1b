package dev.hindsight.trainer.learn.net;

import static org.junit.jupiter.api.Assertions.assertFalse;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// PyTorch's convolutions on a processor read memory that nobody wrote, behind channels that are no
/// multiple of its block. Here that memory holds NaN, as it may after anything that diverged.
class ConvolutionMemoryTest {
  private static final int ROWS = 8;

  /// Channels in, channels out, kernel, stride, side: those of the encoders, and some between.
  private static final int[][] SIZES = {
    {7, 8, 8, 4, 32},
    {8, 16, 4, 2, 8},
    {10, 24, 3, 1, 16},
    {24, 48, 3, 1, 8},
    {4, 2, 3, 1, 2},
    {3, 4, 4, 2, 4},
    {16, 12, 3, 1, 8},
    {48, 80, 3, 1, 4},
    {96, 384, 3, 1, 4},
  };

  /// Leaves freed blocks of many sizes full of NaN.
  private static void spoil(NDManager manager) {
    for (int length = 16; length < 48_000; length += 112) {
      manager.full(new Shape(length), Float.NaN).close();
    }
  }

  private static boolean nan(NDArray array) {
    return array.isNaN().any().getBoolean();
  }

  @Test
  void whatFreedMemoryHoldsReachesNeitherOutputsNorGradients() {
    for (int[] size : SIZES) {
      for (int round = 0; round < 4; round++) {
        try (NDManager manager = TestTorch.manager()) {
          NDArray x = manager.randomNormal(new Shape(ROWS, size[0], size[4], size[4]));
          NDArray weight = manager.randomNormal(new Shape(size[1], size[0], size[2], size[2]));
          NDArray bias = manager.zeros(new Shape(size[1]));
          x.setRequiresGradient(true);
          weight.setRequiresGradient(true);
          spoil(manager);
          try (GradientCollector collector = TestTorch.gradients()) {
            NDArray y = Layers.convolution(x, weight, bias, size[3]);
            String what = Arrays.toString(size);
            assertFalse(nan(y), "output of " + what);
            NDArray loss = y.square().sum();
            spoil(manager);
            collector.backward(loss);
            assertFalse(nan(x.getGradient()), "gradient of the input of " + what);
            assertFalse(nan(weight.getGradient()), "gradient of the weights of " + what);
          }
        }
      }
    }
  }
}
