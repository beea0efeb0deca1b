package dev.hindsight.trainer.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;

/// Reads weights from any supported file and writes them. The content of a file determines its
/// format, not its name. Reading never executes anything.
///
/// `docs/policies.md` lists the formats and what is rejected.
public final class Checkpoints {
  /// 128 million weights, more than Hindsight can reasonably run.
  private static final long LARGEST = 512L << 20;

  private static final String OPEN_ANOTHER = "open a .pt, .bin or .safetensors file";

  private Checkpoints() {}

  /// Reads a PyTorch state dict, safetensors, or raw floats.
  ///
  /// @throws Problem if the file cannot be read, is none of these, is damaged, tries to run code,
  ///   or holds a number that is not finite
  public static Checkpoint read(Path file) {
    String where = file.toString();
    String name = String.valueOf(file.getFileName());
    try {
      byte[] bytes = content(file, where);
      String sha256 = sha256(bytes);
      Checkpoint checkpoint;
      if (startsWith(bytes, 'P', 'K')) {
        checkpoint = new Checkpoint(name, sha256, TorchArchive.read(file, where), Map.of());
      } else if (Safetensors.recognises(bytes)) {
        checkpoint = Safetensors.read(bytes, name, sha256, where);
      } else if (startsWith(bytes, 0x80, 0x02)) {
        throw new Problem("it is in PyTorch's format of before 1.6", where, PickleReader.REMEDY);
      } else {
        checkpoint = new Checkpoint(name, sha256, RawWeights.read(bytes, where), Map.of());
      }
      checkFinite(checkpoint, where);
      return checkpoint;
    } catch (IOException e) {
      throw new Problem("it cannot be read", where, "check the file and its permissions", e);
    }
  }

  /// Writes safetensors, completely or not at all.
  ///
  /// @param tensors in file order
  /// @param metadata from [CheckpointOrigin#metadata()], and more
  /// @throws Problem if the file cannot be written; an existing file stays unchanged
  public static void write(Path file, Collection<Tensor> tensors, Map<String, JsonNode> metadata) {
    try {
      SafetensorsWriter.write(file, tensors, metadata);
    } catch (IOException e) {
      throw new Problem(
          "the checkpoint cannot be written",
          file.toString(),
          "check that the folder exists, may be written to, and has room",
          e);
    }
  }

  private static byte[] content(Path file, String where) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new Problem(
          Files.exists(file) ? "it is not a file" : "there is no such file", where, OPEN_ANOTHER);
    }
    long size = Files.size(file);
    if (size == 0 || size > LARGEST) {
      throw new Problem(
          size == 0 ? "the file is empty" : "the file is larger than 512 MiB", where, OPEN_ANOTHER);
    }
    return Files.readAllBytes(file);
  }

  private static boolean startsWith(byte[] bytes, int first, int second) {
    return bytes.length > 1 && bytes[0] == (byte) first && bytes[1] == (byte) second;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /// One NaN spreads to everything a policy computes, so it is reported here by name.
  private static void checkFinite(Checkpoint checkpoint, String where) {
    for (Tensor tensor : checkpoint.tensors().values()) {
      for (int i = 0; i < tensor.values().length; i++) {
        if (!Float.isFinite(tensor.values()[i])) {
          throw new Problem(
              "tensor %s holds %s at element %d: these are not trained weights"
                  .formatted(tensor.name(), tensor.values()[i], i),
              where,
              "take an earlier checkpoint of the run, or check that this is a file of weights");
        }
      }
    }
  }

  /// A file of raw little-endian 32-bit floats, all parameters one after the other.
  private static final class RawWeights {
    private RawWeights() {}

    /// Reads the numbers as one tensor.
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

    /// Detects text, which a failed download or clone leaves instead of weights.
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
}
