package dev.hindsight.app.cli.bench;

import dev.hindsight.inspector.attention.AttentionBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench attention`: the time to compute and show an agent's attention.
@Command(name = "attention")
public final class BenchAttentionCommand extends FigureCommand {
  @Option(
      names = "--ticks",
      paramLabel = "N",
      defaultValue = "804",
      descriptionKey = "BenchAttentionCommand.ticks")
  private int ticks;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "11",
      descriptionKey = "BenchAttentionCommand.rounds")
  private int rounds;

  @Override
  public Integer call() throws Exception {
    return report(done(new AttentionBench(ticks, 2, 4, 256, rounds)));
  }
}
