package dev.hindsight.trainer.env.excavation.maps;

import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.env.ShippedScenarios;
import java.nio.file.Path;
import java.util.List;

/// The sites that ship with the project, known by name, each as a ZIP file.
///
/// `hindsight excavation generate` makes the same sites from the options in their list. Their seeds
/// are above those of the generated sites that policies learn and are measured on.
public final class BuiltInSites {
  private static final ShippedScenarios SITES = new ShippedScenarios("sites", SitePack.ENDING);

  private BuiltInSites() {}

  /// Their names, in menu order: `ring-1`.
  public static List<String> names() {
    return SITES.names();
  }

  /// The lines of the list: a name, a space, and the generator's options.
  static List<String> index() {
    return SITES.index();
  }

  /// The ZIP file for a user's input: a shipped site's name, the path of a ZIP file, or that of a
  /// folder of sites.
  ///
  /// @throws dev.hindsight.trainer.Problem if it is none of these, listing the known names
  public static Path resolve(String nameOrPath) {
    if (names().contains(nameOrPath)) {
      return SITES.file(nameOrPath);
    }
    return SitePack.resolve(
        NamedFile.existing(nameOrPath).orElseThrow(() -> SITES.unknown(nameOrPath)));
  }
}
