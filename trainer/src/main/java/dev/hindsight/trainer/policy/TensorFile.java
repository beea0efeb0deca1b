package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Npy;
import dev.hindsight.trainer.rollout.NpyArray;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// Reads the tensors of a file without knowing any network: PyTorch checkpoints with nested
/// dictionaries, TorchScript, safetensors, `.npz` and `.npy`. Unlike [Checkpoints] it takes whole
/// numbers and numbers that are not finite, which a policy may not have. Executes nothing.
public final class TensorFile {
  private static final long LARGEST = 512L << 20;

  private TensorFile() {}

  /// Reads all tensors, in file order.
  ///
  /// @throws Problem if the file is none of these, or is damaged
  public static Map<String, Tensor> read(Path file) {
    String where = file.toString();
    try {
      if (!Files.exists(file)) {
        throw new Problem(
            wording("TensorFile.there_is_no_such_file"),
            where,
            wording("TensorFile.check_the_name"));
      }
      if (Files.isRegularFile(file) && Files.size(file) == 0) {
        throw new Problem(
            wording("Checkpoints.the_file_is_empty"),
            where,
            wording("TensorFile.open_a_pt_safetensors_or_npz"));
      }
      if (!Files.isRegularFile(file) || Files.size(file) > LARGEST || Files.size(file) < 8) {
        throw new Problem(
            wording("TensorFile.it_is_no_file_of_tensors"),
            where,
            wording("TensorFile.open_a_pt_safetensors_or_npz"));
      }
      byte[] head = new byte[9];
      try (InputStream in = Files.newInputStream(file)) {
        in.readNBytes(head, 0, head.length);
      }
      if (head[0] == 'P' && head[1] == 'K') {
        return archive(file, where);
      }
      if (head[0] == (byte) 0x93 && head[1] == 'N') {
        return Map.of("array", tensor("array", Npy.read(file)));
      }
      byte[] bytes = Files.readAllBytes(file);
      if (Safetensors.recognises(bytes)) {
        return Safetensors.all(bytes, where);
      }
      Map<String, Tensor> tensors = Checkpoints.read(file).tensors();
      if (tensors.isEmpty()) {
        throw new Problem(
            wording("TensorFile.it_is_no_file_of_tensors"),
            where,
            wording("TensorFile.open_a_pt_safetensors_or_npz"));
      }
      return tensors;
    } catch (ZipException e) {
      throw new Problem(
          wording("TorchArchive.the_archive_is_cut_off_or"),
          where,
          wording("TorchArchive.copy_or_download_it_again"),
          e);
    } catch (IOException e) {
      throw new Problem(
          wording("Checkpoints.it_cannot_be_read"),
          where,
          wording("Checkpoints.check_the_file_and_its_permissions"),
          e);
    }
  }

  private static Map<String, Tensor> archive(Path file, String where) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      TorchArchive.refuseRecording(zip, where);
      boolean arrays = zip.stream().allMatch(entry -> entry.getName().endsWith(".npy"));
      return arrays && zip.size() > 0 ? arrays(zip, where) : pickled(zip, where);
    }
  }

  private static Map<String, Tensor> arrays(ZipFile zip, String where) throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    long total = 0;
    for (ZipEntry entry : zip.stream().toList()) {
      total += entry.getSize();
      if (entry.getSize() < 0 || total > LARGEST) {
        throw new Problem(
            wording("ScriptArchive.it_unpacks_to_too_much"),
            where,
            wording("TensorFile.open_a_pt_safetensors_or_npz"));
      }
      byte[] bytes;
      try (InputStream in = zip.getInputStream(entry)) {
        bytes = in.readNBytes(Math.toIntExact(entry.getSize()));
      }
      String name = entry.getName().substring(0, entry.getName().length() - 4);
      tensors.put(name, tensor(name, Npy.parse(ByteBuffer.wrap(bytes), where + ": " + name)));
    }
    return tensors;
  }

  private static Tensor tensor(String name, NpyArray array) {
    return new Tensor(name, array.shape(), array.floats());
  }

  private static Map<String, Tensor> pickled(ZipFile zip, String where) throws IOException {
    Map<String, byte[]> members = ScriptArchive.members(zip, where);
    byte[] pickle = members.get("data.pkl");
    if (pickle == null) {
      throw new Problem(
          wording("TorchArchive.member_is_missing", "data.pkl"),
          where,
          wording("TensorFile.open_a_pt_safetensors_or_npz"));
    }
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    ScriptPickle.check(pickle, members, "data", where)
        .shapes()
        .forEach((name, shape) -> {
          byte[] numbers = Objects.requireNonNull(members.get("data/" + shape.key()));
          tensors.put(name, new Tensor(name, shape.sizes(), values(shape, numbers)));
        });
    return tensors;
  }

  private static float[] values(ScriptPickle.Shape shape, byte[] bytes) {
    ByteBuffer numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int count = 1;
    for (int size : shape.sizes()) {
      count *= size;
    }
    float[] values = new float[count];
    int[] index = new int[shape.sizes().length];
    for (int i = 0; i < count; i++) {
      long at = shape.offset();
      for (int axis = 0; axis < index.length; axis++) {
        at += index[axis] * shape.strides()[axis];
      }
      values[i] = value(shape.type(), numbers, Math.toIntExact(at));
      for (int axis = index.length - 1; axis >= 0 && ++index[axis] == shape.sizes()[axis]; axis--) {
        index[axis] = 0;
      }
    }
    return values;
  }

  private static float value(String type, ByteBuffer numbers, int at) {
    return switch (type.substring(type.lastIndexOf('.') + 1)) {
      case "FloatStorage" -> numbers.getFloat(4 * at);
      case "DoubleStorage" -> (float) numbers.getDouble(8 * at);
      case "HalfStorage" -> StorageType.HALF.value(numbers, at);
      case "BFloat16Storage" -> StorageType.BFLOAT16.value(numbers, at);
      case "LongStorage" -> (float) numbers.getLong(8 * at);
      case "IntStorage" -> (float) numbers.getInt(4 * at);
      case "ShortStorage" -> numbers.getShort(2 * at);
      case "ByteStorage" -> numbers.get(at) & 0xff;
      default -> numbers.get(at);
    };
  }
}
