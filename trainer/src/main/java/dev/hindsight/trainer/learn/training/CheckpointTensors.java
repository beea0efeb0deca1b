package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

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
      throw new Problem(
          wording("CheckpointTensors.it_holds_no", name),
          "checkpoint",
          wording("CheckpointTensors.resume_from_one_that_training_wrote"));
    }
    return tensor.values();
  }
}
