package dev.hindsight.trainer.rollout.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Npy;
import dev.hindsight.trainer.rollout.NpyArray;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Reads one array out of NumPy's `.npz`, compressed or not.
final class Npz {
  private static final long LARGEST = 1L << 30;

  private Npz() {}

  /// @param name the key it was saved under; ignored in a file with one array
  /// @param axes names of its axes, for messages
  /// @throws Problem if it is missing, damaged, or has another number of axes
  static NpyArray read(Path file, String name, String... axes) {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      List<? extends ZipEntry> members = zip.stream().toList();
      ZipEntry member =
          members.stream()
              .filter(each -> each.getName().equals(name + ".npy") || members.size() == 1)
              .findFirst()
              .orElseThrow(() ->
                  new Problem(
                      wording("Npz.there_is_no_array_in_it", name),
                      file.toString(),
                      wording("Npz.save_it_with_numpy_savez_compressed", name)));
      if (member.getSize() > LARGEST) {
        throw new Problem(
            wording("Npz.its_array_has_bytes", member.getSize()),
            file.toString(),
            wording("Npz.keep_it_below_1_gib"));
      }
      NpyArray array;
      try (InputStream in = zip.getInputStream(member)) {
        // A false size must not decide how much is unpacked.
        int declared = (int) (member.getSize() < 0 ? LARGEST : member.getSize());
        byte[] bytes = in.readNBytes(declared + 1);
        if (bytes.length > declared) {
          throw new Problem(
              wording("Npz.its_array_is_longer_than_the", declared),
              file.toString(),
              wording("Npz.copy_it_again_or_have_it"));
        }
        array = Npy.parse(ByteBuffer.wrap(bytes), file + " " + member.getName());
      }
      if (array.shape().length != axes.length) {
        throw new Problem(
            wording("Npz.its_shape_is", Arrays.toString(array.shape())),
            file.toString(),
            wording("Npz.save_it_as", String.join(", ", axes)));
      }
      return array;
    } catch (IOException e) {
      throw new Problem(
          wording("Npz.it_is_no_npz_archive_or"),
          file.toString(),
          wording("Npz.copy_it_again_or_have_it"),
          e);
    }
  }

  /// Checks that an axis has the expected length.
  static void check(Path file, NpyArray array, int axis, String name, int wanted) {
    if (array.shape()[axis] != wanted) {
      throw new Problem(
          wording("Npz.it_has_the_other_files_have").formatted(array.shape()[axis], name, wanted),
          file.toString(),
          wording("Npz.take_all_files_from_one_run"));
    }
  }

  /// Checks that every number is finite and not below zero.
  static void checkWeights(Path file, NpyArray array) {
    for (int i = 0; i < array.length(); i++) {
      double value = array.value(i);
      if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
        throw new Problem(
            wording("Npz.it_holds_at", value, Arrays.toString(index(array.shape(), i))),
            file.toString(),
            wording("Npz.find_out_what_made_it_so"));
      }
    }
  }

  private static int[] index(int[] shape, int flat) {
    int[] index = new int[shape.length];
    int rest = flat;
    for (int axis = shape.length - 1; axis >= 0; axis--) {
      index[axis] = rest % shape[axis];
      rest /= shape[axis];
    }
    return index;
  }
}
