package dev.hindsight.trainer;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The folder for one kind of a user's files: a folder of its own on Linux (XDG Base Directory
/// Specification 0.8), a common one for all kinds on macOS and Windows.
///
/// @param property system property that overrides all rules: `hindsight.data`
/// @param variable environment variable of the folder on Linux: `XDG_DATA_HOME`
/// @param fallback the folder below the home folder on Linux if the variable is not set
public record UserFolder(String property, String variable, Path fallback) {
  /// The folder on this machine; it may not exist yet.
  public Path path() {
    return Optional.ofNullable(System.getProperty(property))
        .map(Path::of)
        .orElseGet(() -> locate(System.getProperty("os.name"), home(), System.getenv()));
  }

  /// The user's home folder. The launchers pass `$HOME`, which Java ignores.
  ///
  /// @throws Problem if the system knows none: files must not go to the current folder instead
  public static Path home() {
    Path home = Path.of(System.getProperty("user.home"));
    if (!home.isAbsolute()) {
      throw new Problem(
          wording("UserFolder.the_home_folder_of_this_user"),
          home.toString(),
          wording("UserFolder.set_home_or_start_with"));
    }
    return home;
  }

  /// The same rules for a given system, home folder and environment.
  public Path locate(String system, Path home, Map<String, String> environment) {
    if (system.startsWith("Windows")) {
      return Optional.ofNullable(environment.get("APPDATA"))
          .map(Path::of)
          .orElse(home.resolve("AppData").resolve("Roaming"))
          .resolve("Hindsight");
    }
    if (system.startsWith("Mac")) {
      return home.resolve("Library").resolve("Application Support").resolve("Hindsight");
    }
    return Optional.ofNullable(environment.get(variable))
        .map(Path::of)
        // The specification says to ignore relative paths.
        .filter(Path::isAbsolute)
        .orElse(home.resolve(fallback))
        .resolve("hindsight");
  }
}
