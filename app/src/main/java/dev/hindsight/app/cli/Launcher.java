package dev.hindsight.app.cli;

import dev.hindsight.app.DesktopWindow;
import dev.hindsight.app.cli.console.Console;
import java.nio.file.Path;
import java.util.List;

/// The entry point of every start: opens a requested window at once, and leaves everything else to
/// the command line.
public final class Launcher {
  private Launcher() {}

  /// Runs a command line in this process and returns its exit code: 0 success, 1 failure, 2 invalid
  /// usage.
  public static int run(String... arguments) {
    Console console = Console.ofProcess();
    return Invocation.window(arguments)
        .map(files -> opened(console, files))
        .orElseGet(() -> HindsightCommand.run(console, arguments));
  }

  private static int opened(Console console, List<Path> files) {
    try {
      return DesktopWindow.open(files);
    } catch (RuntimeException | Error failure) {
      return FailureReporter.report(console, failure);
    }
  }
}
