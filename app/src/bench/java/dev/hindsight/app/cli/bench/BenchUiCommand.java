package dev.hindsight.app.cli.bench;

import dev.hindsight.app.UiBench;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight bench ui`: the window with a recording, without a display.
@Command(name = "ui")
public final class BenchUiCommand extends FigureCommand {
  @Parameters(paramLabel = "FILE", descriptionKey = "BenchUiCommand.file")
  private Path file;

  @Option(
      names = "--width",
      paramLabel = "PX",
      defaultValue = "1280",
      descriptionKey = "BenchUiCommand.width")
  private int width;

  @Option(
      names = "--height",
      paramLabel = "PX",
      defaultValue = "800",
      descriptionKey = "BenchUiCommand.height")
  private int height;

  @Option(
      names = "--seeks",
      paramLabel = "N",
      defaultValue = "400",
      descriptionKey = "BenchUiCommand.seeks")
  private int seeks;

  @Override
  public Integer call() throws Exception {
    return report(new UiBench(file, width, height, seeks).run(Progress.SILENT, new Cancellation()));
  }
}
