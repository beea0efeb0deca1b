package dev.hindsight.app.cli;

import dev.hindsight.app.Desktop;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight bench start`: how long the window takes to come up, with the process that is running.
@Command(
    name = "start",
    description =
        "Time from the start of the process until the window, and a recording in it, are painted.")
final class BenchStartCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", description = "The recording to open.")
  private Path file;

  @Override
  public Integer call() {
    Map<String, Double> figures = Desktop.timed(file);
    console()
        .result(
            format(),
            figures,
            String.format(
                Locale.ROOT,
                "window painted after %.0f ms, the recording after %.0f ms",
                figures.get("firstPaintMillis"),
                figures.get("recordingMillis")));
    return OK;
  }
}
