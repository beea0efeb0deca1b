package dev.hindsight.trainer;

import java.nio.file.Path;
import java.util.Map;

/// The folder for files that the user would miss, such as settings.
///
/// Linux: `$XDG_CONFIG_HOME/hindsight`, or `~/.config/hindsight` (XDG Base Directory Specification
/// 0.8); macOS: `~/Library/Application Support/Hindsight`; Windows: `%APPDATA%\Hindsight`. The
/// system property `hindsight.config` overrides all of them.
public final class ConfigFolder {
  private static final UserFolder FOLDER =
      new UserFolder("hindsight.config", "XDG_CONFIG_HOME", Path.of(".config"));

  private ConfigFolder() {}

  /// The folder; it may not exist yet.
  public static Path locate() {
    return FOLDER.path();
  }

  /// The same rules for a given system, home folder and environment.
  static Path locate(String system, Path home, Map<String, String> environment) {
    return FOLDER.locate(system, home, environment);
  }
}
