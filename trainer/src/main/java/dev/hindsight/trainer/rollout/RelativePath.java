package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.OutputFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Paths of other files in a recording. They start at its folder: a recording that is passed on
/// does not tell where on a machine it was made, and files that move together are still found.
public final class RelativePath {
  private RelativePath() {}

  /// The way from a recording to another file.
  ///
  /// @param recording the file that will hold the path, or a symbolic link to it; its folder exists
  /// @param other the file to find; its folder exists
  /// @return empty if there is no such way, as between the drives of Windows
  public static Optional<String> from(Path recording, Path other) {
    try {
      Path folder = OutputFile.place(recording).resolveSibling("").toRealPath();
      Path whole = other.toAbsolutePath();
      return Optional.of(
          folder
              .relativize(whole.resolveSibling("").toRealPath())
              .resolve(whole.getFileName())
              .toString()
              .replace(File.separatorChar, '/'));
    } catch (IOException | IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// What a path in a recording can mean: seen from the recording's folder, also from that of a
  /// symbolic link to it or, in recordings of other programs, from the working directory. Empty if
  /// it is not a path on this machine.
  public static List<Path> meanings(Path recording, String path) {
    if (path.isEmpty()) {
      return List.of();
    }
    try {
      Set<Path> meanings = new LinkedHashSet<>();
      if (Files.isSymbolicLink(recording)) {
        meanings.add(OutputFile.placeOrItself(recording).resolveSibling(path));
      }
      meanings.add(recording.resolveSibling(path));
      meanings.add(Path.of(path));
      return List.copyOf(meanings);
    } catch (InvalidPathException _) {
      return List.of();
    }
  }

  /// Where a user should look for the file: its absolute path as seen from the recording.
  public static String inFull(Path recording, String path) {
    return meanings(recording, path).stream()
        .findFirst()
        .map(file -> file.toAbsolutePath().normalize().toString())
        .orElse(path);
  }

  /// The first of the [#meanings] that is a file.
  public static Optional<Path> find(Path recording, String path) {
    return meanings(recording, path).stream().filter(Files::isRegularFile).findFirst();
  }
}
