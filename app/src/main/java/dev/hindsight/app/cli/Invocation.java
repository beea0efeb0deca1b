package dev.hindsight.app.cli;

import dev.hindsight.trainer.NamedFile;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Interprets command lines that name no command, as desktops produce them: a menu starts the
/// program without arguments, a double click on files with their names.
final class Invocation {
  private static final String OPEN = "open";

  private Invocation() {}

  /// The files of a command line that only asks for the window. Recognising it without the
  /// command-line library, which loads its classes and those of all commands, opens the window
  /// sooner.
  ///
  /// @return empty if the whole command line has to be parsed
  static Optional<List<Path>> window(String[] arguments) {
    List<String> words = Arrays.asList(arguments);
    boolean said = !words.isEmpty() && words.getFirst().equals(OPEN);
    List<String> names = said ? words.subList(1, words.size()) : words;
    Predicate<String> file = said ? Invocation::isPath : Invocation::isPlainlyFile;
    return names.stream().allMatch(file)
        ? Optional.of(names.stream().map(Path::of).toList())
        : Optional.empty();
  }

  /// The full command line.
  ///
  /// @param commands names of all commands; to open a file with such a name, use `hindsight open`
  static String[] of(String[] arguments, Set<String> commands) {
    boolean opens =
        arguments.length == 0
            || (!commands.contains(arguments[0])
                && Arrays.stream(arguments).allMatch(Invocation::isThere));
    return opens
        ? Stream.concat(Stream.of(OPEN), Arrays.stream(arguments)).toArray(String[]::new)
        : arguments;
  }

  /// No command's name contains a dot or a folder.
  private static boolean isPlainlyFile(String argument) {
    return (argument.indexOf('.') >= 0 || argument.indexOf(File.separatorChar) >= 0)
        && isThere(argument);
  }

  private static boolean isThere(String argument) {
    return isPath(argument) && NamedFile.existing(argument).isPresent();
  }

  /// Neither an option nor the name of an argument file.
  private static boolean isPath(String argument) {
    return !argument.startsWith("-")
        && !argument.startsWith("@")
        && NamedFile.path(argument).isPresent();
  }
}
