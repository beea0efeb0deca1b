package dev.hindsight.app.cli;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.DesktopWindow;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The entry point of every start: opens a requested window at once, and leaves everything else to
/// the command line.
public final class Launcher {
  /// What stands for bytes that are no letter.
  private static final char UNDECODED = '\uFFFD';

  /// The environment variable with one word, run as a command line after the window has closed: a
  /// start cache needs both in one process.
  private static final String THEN = "HINDSIGHT_START_THEN";

  private Launcher() {}

  /// Runs a command line in this process and returns its exit code: 0 success, 1 failure, 2 invalid
  /// usage.
  public static int run(String... arguments) {
    HindsightCommand.formatAlike();
    Console console = Console.ofProcess();
    Optional<String> undecoded = undecoded(arguments);
    if (undecoded.isPresent()) {
      console.problem(
          wording(
              "Launcher.this_locale_lacks_letters_of",
              undecoded.get(),
              String.valueOf(System.getProperty("sun.jnu.encoding"))));
      return CommandBase.USAGE;
    }
    return Invocation.window(arguments)
        .map(files -> opened(console, files))
        .orElseGet(() -> HindsightCommand.run(console, arguments));
  }

  /// An argument with letters that Java could not decode: it takes their encoding from the locale,
  /// and no option changes that.
  private static Optional<String> undecoded(String... arguments) {
    return Stream.of(arguments).filter(each -> each.indexOf(UNDECODED) >= 0).findFirst();
  }

  private static int opened(Console console, List<Path> files) {
    try {
      int code = DesktopWindow.open(files);
      String then = System.getenv(THEN);
      return then == null ? code : HindsightCommand.run(console, then);
    } catch (RuntimeException | Error failure) {
      return FailureReporter.report(console, failure);
    }
  }
}
