package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.learn.replay.ReplayBench;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench replay`: samples per second from a prioritised replay buffer on one thread.
@Command(name = "replay")
public final class BenchReplayCommand extends CommandBase {
  @Option(
      names = "--entries",
      paramLabel = "N",
      defaultValue = "1000000",
      descriptionKey = "BenchReplayCommand.entries")
  private int entries;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "3",
      descriptionKey = "BenchReplayCommand.seconds")
  private double seconds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      descriptionKey = "BenchReplayCommand.seed")
  private long seed;

  @Override
  public Integer call() {
    ReplayBench.Result result = ReplayBench.run(Math.max(1, entries), seconds, seed);
    console()
        .result(
            format(),
            result,
            String.format(
                Locale.ROOT,
                wording("BenchReplayCommand.samples_s"),
                result.entries(),
                result.batch(),
                NumberWords.rate(result.drawnPerSecond()),
                NumberWords.rate(result.learnedPerSecond())));
    return OK;
  }
}
