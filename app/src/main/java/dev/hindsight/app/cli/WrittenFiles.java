package dev.hindsight.app.cli;

import dev.hindsight.trainer.OutputFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// Checks for every command alike, before it runs, that the files it is to write are not among
/// those it is to read.
final class WrittenFiles {
  /// The options that name what a command writes.
  static final Set<String> OPTIONS = Set.of("--out", "--csv", "--figure");

  private WrittenFiles() {}

  /// Checks a command line that was understood.
  ///
  /// @throws dev.hindsight.trainer.Problem if a file is named both to be read and to be written
  static void check(ParseResult line) {
    List<Path> written = new ArrayList<>();
    List<Path> read = new ArrayList<>();
    for (ArgSpec argument : line.matchedArgs()) {
      Object value = argument.getValue();
      boolean writes =
          argument instanceof OptionSpec option
              && Stream.of(option.names()).anyMatch(OPTIONS::contains);
      (writes ? written : read).addAll(paths(value).toList());
    }
    written.forEach(file -> OutputFile.spares(file, read));
    if (line.hasSubcommand()) {
      check(line.subcommand());
    }
  }

  /// The existing files that a value names: many options take a name or a file.
  private static Stream<Path> paths(@Nullable Object value) {
    return switch (value) {
      case Path path -> Stream.of(path);
      case Optional<?> optional -> optional.stream().flatMap(WrittenFiles::paths);
      case Collection<?> all -> all.stream().flatMap(WrittenFiles::paths);
      case Map<?, ?> map -> map.values().stream().flatMap(WrittenFiles::paths);
      case String text -> named(text).stream();
      case null, default -> Stream.empty();
    };
  }

  private static Optional<Path> named(String text) {
    try {
      return Optional.of(Path.of(text)).filter(path -> !text.isEmpty()).filter(Files::exists);
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }
}
