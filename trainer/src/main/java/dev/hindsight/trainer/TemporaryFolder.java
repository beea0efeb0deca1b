package dev.hindsight.trainer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A folder among the temporary files, deleted with all that is in it when it is closed. Any
/// thread.
public final class TemporaryFolder implements AutoCloseable {
  private final Path path;

  /// Makes it.
  ///
  /// @param name what its name begins with
  /// @throws Problem where there is no room
  public TemporaryFolder(String name) {
    try {
      path = Files.createTempDirectory("hindsight-" + name);
    } catch (IOException e) {
      throw new Problem(
          "no temporary folder can be made",
          String.valueOf(System.getProperty("java.io.tmpdir")),
          "make room there, or name another with -Djava.io.tmpdir",
          e);
    }
  }

  /// Where it is.
  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      FolderDeletion.delete(path);
    } catch (IOException _) {
      // It lies among temporary files, which the system clears away.
      return;
    }
  }
}
