package dev.hindsight.app.cli;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.BuildVersion;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.Console;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;

/// Reports a failed command to the user.
final class FailureReporter {
  private FailureReporter() {}

  /// Reports it in one line.
  ///
  /// @return the exit code
  static int report(Console console, Throwable failure) {
    Throwable known = Problem.behind(failure).map(Throwable.class::cast).orElse(failure);
    switch (known) {
      case Problem problem -> console.problem(problem.getMessage());
      case CancellationException _ ->
          console.problem(wording("FailureReporter.cancelled_nothing_unfinished"));
      default -> console.problem(saved(failure));
    }
    return CommandBase.FAILED;
  }

  /// Saves an unexpected failure in the folder for temporary files, so that the user can send it.
  ///
  /// @return the line to show
  private static String saved(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    try {
      Path report = Files.createTempFile("hindsight-report-", ".txt");
      String text =
          wording("FailureReporter.on_java", BuildVersion.text(), Runtime.version()) + trace;
      AtomicFile.write(report, text.getBytes(StandardCharsets.UTF_8));
      return wording("FailureReporter.a_bug_in_hindsight_please_report", failure, report);
    } catch (IOException e) {
      return wording("FailureReporter.a_bug_in_hindsight_the_report", failure, e.getMessage());
    }
  }
}
