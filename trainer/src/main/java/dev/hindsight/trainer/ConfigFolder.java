package dev.hindsight.trainer;

import java.nio.file.Path;
import java.util.Map;

/// Where the application keeps what the user would miss if it were gone.
///
/// Linux: `$XDG_CONFIG_HOME/hindsight`, or `~/.config/hindsight` (XDG Base Directory Specification
/// 0.8); macOS: `~/Library/Application Support/Hindsight`; Windows: `%APPDATA%\Hindsight`. The
/// system property `hindsight.config` overrides all of them.
public final class ConfigFolder {
  private static final UserFolder FOLDER =
      new UserFolder("hindsight.config", "XDG_CONFIG_HOME", Path.of(".config"));

  private ConfigFolder() {}

  /// The folder, not necessarily there yet.
  public static Path locate() {
    return FOLDER.path();
  }

  /// The rules, apart from the machine they run on.
  static Path locate(String system, Path home, Map<String, String> environment) {
    return FOLDER.locate(system, home, environment);
  }
}
