package dev.hindsight.trainer;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// The file that a text means, where it may be a name as well: of a shipped policy, a map, a run.
/// Not every name can be a file's: Windows allows no colon, as in `scripted:timid`.
public final class NamedFile {
  private NamedFile() {}

  /// The text as a path; empty if it is blank, or if no file can have that name here.
  public static Optional<Path> path(String nameOrPath) {
    try {
      return nameOrPath.isBlank() ? Optional.empty() : Optional.of(Path.of(nameOrPath));
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  /// The file or folder that the text means, if there is one.
  public static Optional<Path> existing(String nameOrPath) {
    return path(nameOrPath).filter(Files::exists);
  }

  /// The file that the text means, if there is one.
  public static Optional<Path> regular(String nameOrPath) {
    return path(nameOrPath).filter(Files::isRegularFile);
  }

  /// The last part of a path; what is none stays as it is.
  public static String lastPart(String nameOrPath) {
    return path(nameOrPath)
        .flatMap(path -> Optional.ofNullable(path.getFileName()))
        .map(Path::toString)
        .orElse(nameOrPath);
  }
}
