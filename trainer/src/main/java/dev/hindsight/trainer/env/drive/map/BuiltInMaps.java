package dev.hindsight.trainer.env.drive.map;

import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.env.ShippedScenarios;
import java.nio.file.Path;
import java.util.List;

/// The maps that ship with the project, known by name. `hindsight generate` reproduces each byte
/// for byte.
public final class BuiltInMaps {
  private static final ShippedScenarios MAPS = new ShippedScenarios("maps", ".bin");

  private BuiltInMaps() {}

  /// Their names, in menu order: `intersection-1`.
  public static List<String> names() {
    return MAPS.names();
  }

  /// The bytes of a map, as a file would have them.
  ///
  /// @throws dev.hindsight.trainer.Problem listing the known names
  public static byte[] bytes(String name) {
    return MAPS.bytes(name);
  }

  /// The file for a user's input: a shipped map's name, or the path of a file.
  ///
  /// A shipped map is first unpacked to the cache folder unless it is there already.
  ///
  /// @throws dev.hindsight.trainer.Problem if it is neither, listing the known names
  public static Path resolve(String nameOrPath) {
    if (names().contains(nameOrPath)) {
      return MAPS.file(nameOrPath);
    }
    return NamedFile.existing(nameOrPath).orElseThrow(() -> MAPS.unknown(nameOrPath));
  }
}
