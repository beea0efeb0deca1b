package dev.hindsight.app.settings;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where the application keeps what the user would miss if it were gone.
///
/// Linux: `$XDG_CONFIG_HOME/hindsight`, or `~/.config/hindsight` (XDG Base Directory Specification
/// 0.8); macOS: `~/Library/Application Support/Hindsight`; Windows: `%APPDATA%\Hindsight`. The
/// system property `hindsight.config` overrides all of them.
public final class ConfigFolder {
  private ConfigFolder() {}

  /// The folder, not necessarily there yet.
  public static Path locate() {
    return Optional.ofNullable(System.getProperty("hindsight.config"))
        .map(Path::of)
        .orElseGet(() ->
            locate(
                System.getProperty("os.name"),
                Path.of(System.getProperty("user.home")),
                System.getenv()));
  }

  /// The rules, apart from the machine they run on.
  static Path locate(String system, Path home, Map<String, String> environment) {
    if (system.startsWith("Windows")) {
      return Optional.ofNullable(environment.get("APPDATA"))
          .map(Path::of)
          .orElse(home.resolve("AppData").resolve("Roaming"))
          .resolve("Hindsight");
    }
    if (system.startsWith("Mac")) {
      return home.resolve("Library").resolve("Application Support").resolve("Hindsight");
    }
    return Optional.ofNullable(environment.get("XDG_CONFIG_HOME"))
        .map(Path::of)
        // The specification has relative paths ignored.
        .filter(Path::isAbsolute)
        .orElse(home.resolve(".config"))
        .resolve("hindsight");
  }
}
