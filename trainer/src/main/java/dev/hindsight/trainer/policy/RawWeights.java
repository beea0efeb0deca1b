package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.Problem;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// A file that is nothing but little-endian 32-bit floats, all parameters one after the other.
final class RawWeights {
  private RawWeights() {}

  /// The numbers, as one tensor.
  static Map<String, Tensor> read(byte[] bytes, String where) {
    checkNotText(bytes, where);
    if (bytes.length % 4 != 0) {
      throw new Problem(
          bytes.length
              + " bytes are not a whole number of 32-bit weights: the file is cut off, or is"
              + " no checkpoint",
          where,
          "copy it again, or open a .pt, .bin or .safetensors file");
    }
    float[] values = new float[bytes.length / 4];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return Map.of(Checkpoint.RAW, new Tensor(Checkpoint.RAW, new int[] {values.length}, values));
  }

  /// What comes instead of weights when a download or a clone went wrong.
  private static void checkNotText(byte[] bytes, String where) {
    String start =
        new String(bytes, 0, Math.min(bytes.length, 64), StandardCharsets.ISO_8859_1).strip();
    if (start.startsWith("version https://git-lfs")) {
      throw new Problem(
          "it is a Git LFS pointer, the weights themselves are not here",
          where,
          "run git lfs pull");
    }
    if (start.startsWith("<")) {
      throw new Problem("it is a web page, not weights", where, "download the file itself");
    }
  }
}
