package dev.hindsight.trainer;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where the application keeps what it cannot make again: the ledger of training runs, and the runs
/// that were given no other place.
///
/// Linux: `$XDG_DATA_HOME/hindsight`, or `~/.local/share/hindsight` (XDG Base Directory
/// Specification 0.8); macOS: `~/Library/Application Support/Hindsight`; Windows:
/// `%APPDATA%\Hindsight`. The system property `hindsight.data` overrides all of them.
public final class DataFolder {
  private DataFolder() {}

  /// The folder, not necessarily there yet.
  public static Path path() {
    return Optional.ofNullable(System.getProperty("hindsight.data"))
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
    return Optional.ofNullable(environment.get("XDG_DATA_HOME"))
        .map(Path::of)
        // The specification has relative paths ignored.
        .filter(Path::isAbsolute)
        .orElse(home.resolve(".local").resolve("share"))
        .resolve("hindsight");
  }
}
