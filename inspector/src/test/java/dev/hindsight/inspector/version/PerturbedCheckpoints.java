package dev.hindsight.inspector.version;

import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Versions of a shipped policy: the same weights with noise.
public final class PerturbedCheckpoints {
  private PerturbedCheckpoints() {}

  /// Writes a version.
  ///
  /// @param noise standard deviation of the factor on every weight
  public static Path write(Path folder, String shipped, String name, double noise) {
    Checkpoint acted = BuiltInPolicies.find(shipped).weights();
    Random random = new Random(7);
    List<Tensor> tensors = new ArrayList<>();
    for (Tensor tensor : acted.tensors().values()) {
      float[] values = tensor.values().clone();
      for (int i = 0; i < values.length; i++) {
        values[i] *= (float) (1 + noise * random.nextGaussian());
      }
      tensors.add(new Tensor(tensor.name(), tensor.shape(), values));
    }
    Path file = folder.resolve(name + ".safetensors");
    Checkpoints.write(file, tensors, acted.metadata());
    return file;
  }
}
