package dev.hindsight.trainer.learn;

import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/// Untrained networks.
final class RandomWeights {
  private RandomWeights() {}

  /// Weights of the size that keeps signals about as large as they come in.
  static Checkpoint of(DriveLstmSpec spec, long seed) {
    Random random = new Random(seed);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    spec.shapes()
        .forEach((name, shape) -> {
          int fanIn = shape[shape.length - 1];
          float[] values = new float[shape.length == 2 ? shape[0] * fanIn : fanIn];
          for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextGaussian() / Math.sqrt(shape.length == 2 ? fanIn : 4));
          }
          tensors.put(name, new Tensor(name, shape, values));
        });
    return new Checkpoint("random", "", tensors, Map.of());
  }
}
