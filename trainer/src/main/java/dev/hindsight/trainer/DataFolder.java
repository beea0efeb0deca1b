package dev.hindsight.trainer;

import java.nio.file.Path;
import java.util.Map;

/// The folder for what the application cannot make again: the ledger of training runs, and the runs
/// without a folder of their own.
///
/// Linux: `$XDG_DATA_HOME/hindsight`, or `~/.local/share/hindsight` (XDG Base Directory
/// Specification 0.8); macOS: `~/Library/Application Support/Hindsight`; Windows:
/// `%APPDATA%\Hindsight`. The system property `hindsight.data` overrides all of them.
public final class DataFolder {
  private static final UserFolder FOLDER =
      new UserFolder("hindsight.data", "XDG_DATA_HOME", Path.of(".local", "share"));

  private DataFolder() {}

  /// The folder; it may not exist yet.
  public static Path path() {
    return FOLDER.path();
  }

  /// The same rules for a given system, home folder and environment.
  static Path locate(String system, Path home, Map<String, String> environment) {
    return FOLDER.locate(system, home, environment);
  }
}
