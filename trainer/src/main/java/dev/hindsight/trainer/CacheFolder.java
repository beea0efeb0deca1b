package dev.hindsight.trainer;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The folder for files that the application can make again at any time: unpacked native libraries,
/// pictures of maps.
///
/// Linux: `$XDG_CACHE_HOME/hindsight`, or `~/.cache/hindsight` (XDG Base Directory Specification
/// 0.8); macOS: `~/Library/Caches/Hindsight`; Windows: `%LOCALAPPDATA%\Hindsight\Cache`. The system
/// property `hindsight.cache` overrides all of them. Users may delete the folder while no Hindsight
/// runs.
public final class CacheFolder {
  private CacheFolder() {}

  /// The folder for one purpose; it may not exist yet.
  ///
  /// @param purpose one word: `ffmpeg`, `pytorch`
  public static Path of(String purpose) {
    return Optional.ofNullable(System.getProperty("hindsight.cache"))
        .map(Path::of)
        .orElseGet(() -> locate(System.getProperty("os.name"), UserFolder.home(), System.getenv()))
        .resolve(purpose);
  }

  /// The same rules for a given system, home folder and environment.
  static Path locate(String system, Path home, Map<String, String> environment) {
    if (system.startsWith("Windows")) {
      return Optional.ofNullable(environment.get("LOCALAPPDATA"))
          .map(Path::of)
          .orElse(home.resolve("AppData").resolve("Local"))
          .resolve("Hindsight")
          .resolve("Cache");
    }
    if (system.startsWith("Mac")) {
      return home.resolve("Library").resolve("Caches").resolve("Hindsight");
    }
    return Optional.ofNullable(environment.get("XDG_CACHE_HOME"))
        .map(Path::of)
        // The specification says to ignore relative paths.
        .filter(Path::isAbsolute)
        .orElse(home.resolve(".cache"))
        .resolve("hindsight");
  }
}
