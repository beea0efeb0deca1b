package dev.hindsight.app.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/// What a command line means that names no command, as those of a desktop do: a menu starts the
/// program alone, a double click on files starts it with their names.
final class Invocation {
  private static final String OPEN = "open";

  private Invocation() {}

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

  private static boolean isThere(String argument) {
    try {
      return !argument.startsWith("-") && Files.exists(Path.of(argument));
    } catch (InvalidPathException _) {
      return false;
    }
  }
}
