package dev.hindsight.app.cli;

import dev.hindsight.app.cli.console.BuildVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/// What is left of a failure nobody expected: a file to send to us, and one line that names it.
final class CrashReport {
  private CrashReport() {}

  /// Saves the failure beside the temporary files.
  ///
  /// @return the line to show
  static String write(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    try {
      Path report = Files.createTempFile("hindsight-report-", ".txt");
      Files.writeString(
          report, BuildVersion.text() + " on Java " + Runtime.version() + "\n" + trace);
      return "a bug in Hindsight: " + failure + " - please report it with " + report;
    } catch (IOException e) {
      return "a bug in Hindsight: "
          + failure
          + " - the report could not be saved: "
          + e.getMessage();
    }
  }
}
