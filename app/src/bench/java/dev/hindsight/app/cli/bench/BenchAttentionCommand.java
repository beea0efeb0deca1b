package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.attention.AttentionBench;
import dev.hindsight.trainer.NumberWords;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench attention`: the time to compute and show an agent's attention.
@Command(name = "attention")
public final class BenchAttentionCommand extends CommandBase {
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
    AttentionBench.Measurements measurements = done(new AttentionBench(ticks, 2, 4, 256, rounds));
    String words =
        String.format(
            Locale.ROOT,
            wording("BenchAttentionCommand.ticks_2_layers_4_heads_width"),
            ticks,
            NumberWords.decimals(measurements.computeMillis(), 0),
            NumberWords.decimals(measurements.computeProcessorMillis(), 0),
            NumberWords.decimals(measurements.mebibytes(), 1),
            NumberWords.decimals(measurements.headMillis(), 1),
            NumberWords.decimals(measurements.meanMillis(), 1),
            NumberWords.decimals(measurements.tilesMillis(), 1),
            NumberWords.decimals(measurements.zoomMillis(), 1),
            NumberWords.decimals(measurements.rolloutMillis(), 0),
            NumberWords.decimals(measurements.recallMillis(), 0),
            NumberWords.decimals(measurements.askMillis(), 1),
            NumberWords.decimals(measurements.creditMillis(), 0));
    console().result(format(), measurements, words);
    return OK;
  }
}
