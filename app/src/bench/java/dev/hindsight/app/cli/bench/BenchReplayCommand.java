package dev.hindsight.app.cli.bench;

import dev.hindsight.trainer.learn.replay.ReplayBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench replay`: samples per second from a prioritised replay buffer on one thread.
@Command(name = "replay")
public final class BenchReplayCommand extends FigureCommand {
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
    return report(ReplayBench.run(Math.max(1, entries), seconds, seed));
  }
}
