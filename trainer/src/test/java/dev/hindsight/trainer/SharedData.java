package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/// The reference maps, checkpoint and traces, which are not part of the project: tests that need
/// them are skipped with a message if they are missing.
public final class SharedData {
  private static final Path ROOT = Path.of(System.getProperty("hindsight.shared", "../../shared"));

  private SharedData() {}

  /// A file below the folder of reference data, or a skipped test.
  ///
  /// @param path for instance `data/drive/maps/Town01.json`
  public static Path require(String path) {
    Path file = ROOT.resolve(path).toAbsolutePath().normalize();
    assumeTrue(Files.exists(file), () -> "skipped: reference data is not here: " + path);
    return file;
  }
}
