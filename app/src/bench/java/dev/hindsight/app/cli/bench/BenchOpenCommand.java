package dev.hindsight.app.cli.bench;

import dev.hindsight.trainer.rollout.RolloutBench;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench open`: the time to open a recording, and to read any of its ticks.
@Command(name = "open")
public final class BenchOpenCommand extends FigureCommand {
  @Option(
      names = "--megabytes",
      paramLabel = "N",
      defaultValue = "1000",
      descriptionKey = "BenchOpenCommand.megabytes")
  private long megabytes;

  @Option(names = "--folder", paramLabel = "DIR", descriptionKey = "BenchOpenCommand.folder")
  private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

  @Override
  public Integer call() throws Exception {
    return report(done(new RolloutBench(megabytes * 1_000_000, folder)));
  }
}
