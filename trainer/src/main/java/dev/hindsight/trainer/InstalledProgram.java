package dev.hindsight.trainer;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds programs that the user installed.
///
/// Only absolute folders count: a relative one, `.` or an empty entry of the search path would run
/// whatever lies in the current folder, such as that of a downloaded recording.
public final class InstalledProgram {
  private InstalledProgram() {}

  /// The first program on the search path of this process.
  ///
  /// @param names of its file, the preferred one first
  public static Optional<Path> onPath(String... names) {
    return on(Objects.requireNonNullElse(System.getenv("PATH"), ""), names);
  }

  /// The first program on a search path.
  ///
  /// @param searchPath folders, as in the environment variable `PATH`
  /// @param names of its file, the preferred one first
  public static Optional<Path> on(String searchPath, String... names) {
    return first(
        Pattern.compile(Pattern.quote(File.pathSeparator))
            .splitAsStream(searchPath)
            .flatMap(folder -> Stream.of(names).flatMap(name -> path(folder, name).stream()))
            .toList());
  }

  /// The first of these paths that is absolute and can be executed.
  public static Optional<Path> first(Collection<Path> candidates) {
    return candidates.stream()
        .filter(Path::isAbsolute)
        .filter(Files::isRegularFile)
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Optional<Path> path(String folder, String name) {
    try {
      return Optional.of(Path.of(folder, name));
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }
}
