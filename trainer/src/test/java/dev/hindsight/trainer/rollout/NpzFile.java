package dev.hindsight.trainer.rollout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipOutputStream;

/// Writes archives of arrays as numpy does, for tests that read them.
public final class NpzFile {
  private NpzFile() {}

  /// Writes arrays under their names, in the order of the map.
  ///
  /// @return the file
  public static Path write(Path file, Map<String, NpyArray> arrays) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, NpyArray> each : arrays.entrySet()) {
        zip.putNextEntry(Npy.member(each.getKey()));
        zip.write(Npy.bytes(each.getValue()).array());
        zip.closeEntry();
      }
    }
    return file;
  }
}
