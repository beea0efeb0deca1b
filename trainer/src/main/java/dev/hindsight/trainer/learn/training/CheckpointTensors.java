package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.Tensor;
import java.util.Map;

/// The stored training state of a checkpoint, by name.
public final class CheckpointTensors {
  /// Checkpoints hold floats, each of which holds three bytes exactly.
  private static final int OF_FLOAT = 3;

  private CheckpointTensors() {}

  /// An array that holds bytes.
  public static Tensor ofBytes(String name, byte[] bytes) {
    int length = Math.ceilDiv(bytes.length, OF_FLOAT);
    float[] values = new float[1 + length];
    values[0] = length * OF_FLOAT - bytes.length;
    for (int i = 0; i < bytes.length; i++) {
      values[1 + i / OF_FLOAT] += (bytes[i] & 0xff) << (8 * (i % OF_FLOAT));
    }
    return new Tensor(name, new int[] {values.length}, values);
  }

  /// The bytes of an array from [#ofBytes].
  ///
  /// @throws Problem if it is missing or holds something else
  public static byte[] bytes(Map<String, Tensor> tensors, String name) {
    float[] values = values(tensors, name);
    int padding = values.length == 0 ? -1 : (int) values[0];
    int length = (values.length - 1) * OF_FLOAT - padding;
    boolean whole = padding >= 0 && padding < OF_FLOAT && length >= 0;
    for (int i = 1; i < values.length && whole; i++) {
      whole = values[i] == (int) values[i] && (int) values[i] >>> (8 * OF_FLOAT) == 0;
    }
    if (!whole) {
      throw new Problem(
          wording("CheckpointTensors.it_holds_no", name),
          "checkpoint",
          wording("CheckpointTensors.resume_from_one_that_training_wrote"));
    }
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) ((int) values[1 + i / OF_FLOAT] >>> (8 * (i % OF_FLOAT)));
    }
    return bytes;
  }

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
