package dev.hindsight.app.cli.bench;

import dev.hindsight.app.UiBench;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight bench ui`: the window with a recording, without a display.
@Command(
    name = "ui",
    description =
        "Measure seeking, playing, opening and memory of the window; without a display,"
            + " in software.")
public final class BenchUiCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", description = "A rollout to look at.")
  private Path file;

  @Option(
      names = "--width",
      paramLabel = "PX",
      defaultValue = "1280",
      description = "Default: 1280.")
  private int width;

  @Option(
      names = "--height",
      paramLabel = "PX",
      defaultValue = "800",
      description = "Default: 800.")
  private int height;

  @Option(names = "--seeks", paramLabel = "N", defaultValue = "400", description = "Default: 400.")
  private int seeks;

  @Override
  public Integer call() throws Exception {
    UiBench.Result figures =
        new UiBench(file, width, height, seeks).run(Progress.SILENT, new Cancellation());
    String words =
        fields(figures).entrySet().stream()
            .map(figure -> String.format("%-20s %s", figure.getKey(), figure.getValue()))
            .collect(Collectors.joining("\n"));
    console().result(format(), figures, words);
    return OK;
  }
}
