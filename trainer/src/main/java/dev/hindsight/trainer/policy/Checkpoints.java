package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.CompressedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.program.OnnxFile;
import dev.hindsight.trainer.policy.program.Program;
import java.io.ByteArrayOutputStream;
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
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// Reads weights from any supported file and writes them. The content of a file determines its
/// format, not its name. Reading never executes anything.
///
/// `docs/policies.md` lists the formats and what is rejected.
public final class Checkpoints {
  /// 128 million weights, more than Hindsight can reasonably run.
  private static final long LARGEST = 512L << 20;

  private static final String OPEN_ANOTHER = wording("Checkpoints.open_a_pt_bin_or_safetensors");

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
      CompressedFile.refuse(bytes, where);
      String sha256 = sha256(bytes);
      Checkpoint checkpoint;
      if (startsWith(bytes, 'P', 'K')) {
        checkpoint = archived(file, name, sha256, where);
      } else if (OnnxFile.recognises(bytes)) {
        Program program = OnnxFile.read(bytes, file);
        checkpoint = new Checkpoint(name, digest(sha256, program), program);
      } else if (Safetensors.recognises(bytes)) {
        checkpoint = Safetensors.read(bytes, name, sha256, where);
      } else if (startsWith(bytes, 0x89, 'H')) {
        throw new Problem(
            wording("Checkpoints.it_is_in_the_format_hdf5"),
            where,
            wording("Checkpoints.look_at_its_episodes_or"));
      } else if (startsWith(bytes, 0x80, 0x02)) {
        throw new Problem(
            wording("Checkpoints.it_is_in_pytorchs_format_of"), where, PickleReader.REMEDY);
      } else if (name.toLowerCase(Locale.ROOT).endsWith(".onnx")) {
        throw new Problem(
            wording("Checkpoints.it_is_no_whole_onnx_model"),
            where,
            wording("Checkpoints.export_or_copy_it_again"));
      } else {
        checkpoint = new Checkpoint(name, sha256, RawWeights.read(bytes, where), Map.of());
      }
      checkFinite(checkpoint, where);
      return checkpoint;
    } catch (IOException e) {
      throw new Problem(
          wording("Checkpoints.it_cannot_be_read"),
          where,
          wording("Checkpoints.check_the_file_and_its_permissions"),
          e);
    }
  }

  private static Checkpoint archived(Path file, String name, String sha256, String where)
      throws IOException {
    boolean script;
    try (ZipFile zip = new ZipFile(file.toFile())) {
      script = ScriptArchive.recognises(zip);
    } catch (ZipException _) {
      // Reported with its name by the reader of archives.
      script = false;
    }
    return script
        ? new Checkpoint(name, sha256, ScriptArchive.read(file, where))
        : new Checkpoint(name, sha256, TorchArchive.read(file, where), Map.of());
  }

  /// The digest of a model with numbers in other files covers these too.
  private static String digest(String sha256, Program program) throws IOException {
    if (program.data().isEmpty()) {
      return sha256;
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(sha256.getBytes(StandardCharsets.UTF_8));
    for (String tensor : new TreeSet<>(program.data().keySet())) {
      all.write(tensor.getBytes(StandardCharsets.UTF_8));
      all.write(Objects.requireNonNull(program.data().get(tensor)).bytes());
    }
    return sha256(all.toByteArray());
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
          wording("Checkpoints.the_checkpoint_cannot_be_written"),
          file.toString(),
          wording("Checkpoints.check_that_the_folder_exists_may"),
          e);
    }
  }

  private static byte[] content(Path file, String where) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new Problem(
          Files.exists(file)
              ? wording("Checkpoints.it_is_not_a_file")
              : wording("Checkpoints.there_is_no_such_file"),
          where,
          OPEN_ANOTHER);
    }
    long size = Files.size(file);
    if (size == 0 || size > LARGEST) {
      throw new Problem(
          size == 0
              ? wording("Checkpoints.the_file_is_empty")
              : wording("Checkpoints.the_file_is_larger_than_512"),
          where,
          OPEN_ANOTHER);
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
              wording("Checkpoints.tensor_holds_at_element_these_are")
                  .formatted(tensor.name(), tensor.values()[i], i),
              where,
              wording("Checkpoints.take_an_earlier_checkpoint_of_the"));
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
            wording("Checkpoints.bytes_are_not_a_whole_number", bytes.length),
            where,
            wording("Checkpoints.copy_it_again_or_open_a"));
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
            wording("Checkpoints.it_is_a_git_lfs_pointer"),
            where,
            wording("Checkpoints.run_git_lfs_pull"));
      }
      if (start.startsWith("<")) {
        throw new Problem(
            wording("Checkpoints.it_is_a_web_page_not"),
            where,
            wording("Checkpoints.download_the_file_itself"));
      }
    }
  }
}
