package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.Tensor;
import java.util.Map;

/// The stored training state of a checkpoint, by name.
public final class CheckpointTensors {
  private CheckpointTensors() {}

  /// The numbers of one array.
  ///
  /// @throws Problem if it is missing
  public static float[] values(Map<String, Tensor> tensors, String name) {
    Tensor tensor = tensors.get(name);
    if (tensor == null) {
      throw new Problem("it holds no " + name, "checkpoint", "resume from one that training wrote");
    }
    return tensor.values();
  }
}
