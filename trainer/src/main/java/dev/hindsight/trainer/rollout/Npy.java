package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.zip.ZipEntry;

/// Reads and writes single arrays in NumPy's NPY format.
public final class Npy {
  private Npy() {}

  /// Reads an `.npy` file whole.
  ///
  /// @throws Problem if there is no such file, or it holds something other than numbers
  public static NpyArray read(Path file) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException | OutOfMemoryError e) {
      throw new Problem(
          wording("Npy.the_array_cannot_be_read"),
          file.toString(),
          wording("Npy.check_the_name_and_the_files"),
          e);
    }
    return parse(ByteBuffer.wrap(bytes), file.toString());
  }

  /// Reads an array from the bytes of an `.npy` file; column-major arrays are transposed,
  /// big-endian ones turned, and unsigned whole numbers of several bytes get the next larger type.
  ///
  /// @param file exactly the bytes of the file; not copied if the order allows it
  /// @param where for messages
  /// @throws Problem if it is not a supported array
  public static NpyArray parse(ByteBuffer file, String where) {
    NpyHeader header = NpyHeader.foreign(file, where);
    header.checkLength(file.remaining(), where);
    int dataBytes = file.remaining() - header.length();
    ByteBuffer stored = file.slice(file.position() + header.length(), dataBytes);
    ByteBuffer data =
        header.stored().plain() ? stored : header.stored().converted(stored, header.dtype(), where);
    return new NpyArray(
        header.dtype(), header.shape(), header.fortran() ? rowMajor(header, data) : data);
  }

  /// The array as the bytes of an `.npy` file.
  public static ByteBuffer bytes(NpyArray array) {
    byte[] header = NpyHeader.encode(array.dtype(), array.shape());
    ByteBuffer bytes = ByteBuffer.allocate(header.length + array.data().capacity());
    return bytes.put(header).put(array.data().duplicate()).flip();
  }

  /// A member of an `.npz` file. All have one date, in every time zone, so that equal arrays give
  /// equal bytes.
  ///
  /// @param array its name
  public static ZipEntry member(String array) {
    ZipEntry member = new ZipEntry(array + ".npy");
    member.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
    return member;
  }

  /// Writes an `.npy` file, completely or not at all.
  ///
  /// @throws Problem if it cannot be written
  public static void write(Path file, NpyArray array) {
    try {
      AtomicFile.write(file, bytes(array).array());
    } catch (IOException e) {
      throw new Problem(
          wording("Npy.the_array_cannot_be_written"),
          file.toString(),
          wording("Npy.check_the_folder_and_its_free"),
          e);
    }
  }

  /// Turns column-major elements (first axis fastest) into row-major ones (last axis fastest).
  private static ByteBuffer rowMajor(NpyHeader header, ByteBuffer data) {
    int bytes = header.dtype().bytes();
    int[] shape = header.shape();
    ByteBuffer turned = ByteBuffer.allocate(data.remaining()).order(ByteOrder.LITTLE_ENDIAN);
    for (int target = 0; target < data.remaining() / bytes; target++) {
      int rest = target;
      int[] at = new int[shape.length];
      for (int axis = shape.length - 1; axis >= 0; axis--) {
        at[axis] = rest % shape[axis];
        rest /= shape[axis];
      }
      int source = 0;
      for (int axis = shape.length - 1; axis >= 0; axis--) {
        source = source * shape[axis] + at[axis];
      }
      turned.put(target * bytes, data, source * bytes, bytes);
    }
    return turned;
  }
}
