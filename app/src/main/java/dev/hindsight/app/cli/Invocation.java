package dev.hindsight.app.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What a command line means that names no command, as those of a desktop do: a menu starts the
/// program alone, a double click on files starts it with their names.
final class Invocation {
  private static final String OPEN = "open";

  private Invocation() {}

  /// The files of a line that plainly asks for the window and nothing else. To know it without the
  /// library of the command line, which reads its classes and those of all commands, brings the
  /// window up sooner.
  ///
  /// @return empty where the whole command line has to be understood
  static Optional<List<Path>> window(String[] arguments) {
    List<String> words = Arrays.asList(arguments);
    boolean said = !words.isEmpty() && words.getFirst().equals(OPEN);
    List<String> names = said ? words.subList(1, words.size()) : words;
    Predicate<String> file = said ? Invocation::isPath : Invocation::isPlainlyFile;
    return names.stream().allMatch(file)
        ? Optional.of(names.stream().map(Path::of).toList())
        : Optional.empty();
  }

  /// The command line in full.
  ///
  /// @param commands names of all commands; a file of such a name is opened by `hindsight open`
  static String[] of(String[] arguments, Set<String> commands) {
    boolean opens =
        arguments.length == 0
            || (!commands.contains(arguments[0])
                && Arrays.stream(arguments).allMatch(Invocation::isThere));
    return opens
        ? Stream.concat(Stream.of(OPEN), Arrays.stream(arguments)).toArray(String[]::new)
        : arguments;
  }

  /// No command has a dot or a folder in its name.
  private static boolean isPlainlyFile(String argument) {
    return (argument.indexOf('.') >= 0 || argument.indexOf(File.separatorChar) >= 0)
        && isThere(argument);
  }

  private static boolean isThere(String argument) {
    return isPath(argument) && Files.exists(Path.of(argument));
  }

  /// No option, and not the name of a file of arguments either.
  private static boolean isPath(String argument) {
    try {
      return !argument.startsWith("-")
          && !argument.startsWith("@")
          && !Path.of(argument).toString().isEmpty();
    } catch (InvalidPathException _) {
      return false;
    }
  }
}
