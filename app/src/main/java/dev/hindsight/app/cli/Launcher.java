package dev.hindsight.app.cli;

import dev.hindsight.app.DesktopWindow;
import dev.hindsight.app.cli.console.Console;
import java.nio.file.Path;
import java.util.List;

/// Where every start comes in: a window that was asked for comes up at once, everything else is for
/// the command line to understand.
public final class Launcher {
  private Launcher() {}

  /// Runs a command line in this process and returns its exit code: 0 done, 1 failed, 2 not
  /// understood.
  public static int run(String... arguments) {
    Console console = Console.ofProcess();
    return Invocation.window(arguments)
        .map(files -> opened(console, files))
        .orElseGet(() -> HindsightCommand.run(console, arguments));
  }

  private static int opened(Console console, List<Path> files) {
    try {
      return DesktopWindow.open(files);
    } catch (RuntimeException failure) {
      return FailureReporter.report(console, failure);
    }
  }
}
