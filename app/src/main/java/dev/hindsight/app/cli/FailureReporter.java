package dev.hindsight.app.cli;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.Console;
import dev.hindsight.trainer.Problem;
import java.util.concurrent.CancellationException;

/// What the user is told when a command fails.
final class FailureReporter {
  private FailureReporter() {}

  /// Tells it in one line.
  ///
  /// @return the exit code
  static int report(Console console, Exception failure) {
    switch (failure) {
      case Problem problem -> console.problem(problem.getMessage());
      case CancellationException _ -> console.problem("cancelled; no files were left behind");
      default -> console.problem(CrashReport.write(failure));
    }
    return CommandBase.FAILED;
  }
}
