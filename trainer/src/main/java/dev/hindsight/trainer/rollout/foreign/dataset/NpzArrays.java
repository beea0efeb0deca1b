package dev.hindsight.trainer.rollout.foreign.dataset;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Npy;
import dev.hindsight.trainer.rollout.NpyArray;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// All arrays of NumPy's `.npz`, by name. What the archive declares does not decide how much is
/// unpacked.
final class NpzArrays {
  private static final long LARGEST = 1L << 30;
  private static final int MOST = 10_000;

  private NpzArrays() {}

  /// @throws Problem if it is none, or one of its arrays holds objects
  static Map<String, NpyArray> read(Path file) {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    long all = 0;
    try (ZipFile zip = new ZipFile(file.toFile())) {
      List<? extends ZipEntry> members = zip.stream().toList();
      if (members.size() > MOST) {
        throw tooLarge(file);
      }
      for (ZipEntry member : members) {
        if (!member.getName().endsWith(".npy")) {
          continue;
        }
        try (InputStream in = zip.getInputStream(member)) {
          byte[] bytes = in.readNBytes((int) Math.min(LARGEST - all, LARGEST - 1) + 1);
          all += bytes.length;
          if (all > LARGEST) {
            throw tooLarge(file);
          }
          String name = member.getName().substring(0, member.getName().length() - 4);
          arrays.put(name, Npy.parse(ByteBuffer.wrap(bytes), file + " " + name));
        }
      }
    } catch (IOException e) {
      throw new Problem(
          wording("NpzArrays.it_is_no_npz"),
          file.toString(),
          wording("NpzArrays.save_it_again"),
          e);
    }
    return arrays;
  }

  private static Problem tooLarge(Path file) {
    return new Problem(
        wording("NpzArrays.its_arrays_are"), file.toString(), wording("Hdf5.split_it"));
  }
}
