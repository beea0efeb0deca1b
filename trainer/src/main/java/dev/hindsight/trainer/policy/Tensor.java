package dev.hindsight.trainer.policy;

import java.util.Arrays;

/// A named array of weights.
///
/// @param name as in the state dict: `policy.actor.weight`
/// @param shape sizes, outermost first
/// @param values in C order; never written after construction
public record Tensor(String name, int[] shape, float[] values) {
  /// Checks that shape and values agree.
  public Tensor {
    long count = 1;
    for (int size : shape) {
      count = Math.multiplyExact(count, (long) size);
    }
    if (count != values.length) {
      throw new IllegalArgumentException(
          name
              + ": shape "
              + Arrays.toString(shape)
              + " does not hold "
              + values.length
              + " values");
    }
  }
}
