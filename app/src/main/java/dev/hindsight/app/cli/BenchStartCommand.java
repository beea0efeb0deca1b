package dev.hindsight.app.cli;

import dev.hindsight.app.StartFigures;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `hindsight bench start`: how long the window takes to come up, in a process of its own that is
/// started as this one was.
@Command(
    name = "start",
    description =
        "Time from the start of the process until the window, and a recording in it, are painted.")
final class BenchStartCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", description = "The recording to open.")
  private Path file;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<String> called = spec.root().commandLine().getParseResult().originalArgs();
    StartFigures measured = StartFigures.measured(StartFigures.ownLine(), called, file);
    Map<String, Double> fields = new LinkedHashMap<>();
    fields.put("firstPaintMillis", measured.firstPaintMillis());
    fields.put("recordingMillis", measured.recordingMillis());
    console()
        .result(
            format(),
            fields,
            String.format(
                Locale.ROOT,
                "window painted after %.0f ms, the recording after %.0f ms",
                measured.firstPaintMillis(),
                measured.recordingMillis()));
    return OK;
  }
}
