package dev.hindsight.trainer.rollout.foreign;

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
                      "there is no array '" + name + "' in it",
                      file.toString(),
                      "save it with numpy.savez_compressed(file, " + name + "=...)"));
      if (member.getSize() > LARGEST) {
        throw new Problem(
            "its array has " + member.getSize() + " bytes", file.toString(), "keep it below 1 GiB");
      }
      NpyArray array;
      try (InputStream in = zip.getInputStream(member)) {
        array = Npy.parse(ByteBuffer.wrap(in.readAllBytes()), file + " " + member.getName());
      }
      if (array.shape().length != axes.length) {
        throw new Problem(
            "its shape is " + Arrays.toString(array.shape()),
            file.toString(),
            "save it as (" + String.join(", ", axes) + ")");
      }
      return array;
    } catch (IOException e) {
      throw new Problem(
          "it is no .npz archive, or a damaged one",
          file.toString(),
          "copy it again, or have it written again",
          e);
    }
  }

  /// Checks that an axis has the expected length.
  static void check(Path file, NpyArray array, int axis, String name, int wanted) {
    if (array.shape()[axis] != wanted) {
      throw new Problem(
          "it has %d %s, the other files have %d".formatted(array.shape()[axis], name, wanted),
          file.toString(),
          "take all files from one run of the inspection script");
    }
  }

  /// Checks that every number is finite and not below zero.
  static void checkWeights(Path file, NpyArray array) {
    for (int i = 0; i < array.length(); i++) {
      double value = array.value(i);
      if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
        throw new Problem(
            "it holds " + value + " at " + Arrays.toString(index(array.shape(), i)),
            file.toString(),
            "find out what made it so");
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
