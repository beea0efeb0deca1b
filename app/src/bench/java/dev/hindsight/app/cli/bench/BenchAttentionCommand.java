package dev.hindsight.app.cli.bench;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.attention.AttentionBench;
import dev.hindsight.trainer.NumberWords;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench attention`: the time to compute and show an agent's attention.
@Command(
    name = "attention",
    description = "Measure how long it takes to recompute an agent's attention and to show it.")
public final class BenchAttentionCommand extends CommandBase {
  @Option(
      names = "--ticks",
      paramLabel = "N",
      defaultValue = "804",
      description = "Ticks of the episode. Default: 804.")
  private int ticks;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "11",
      description = "Repetitions of each. Default: 11.")
  private int rounds;

  @Override
  public Integer call() throws Exception {
    AttentionBench.Measurements measurements = done(new AttentionBench(ticks, 2, 4, 256, rounds));
    String words =
        String.format(
            Locale.ROOT,
            "%d ticks, 2 layers, 4 heads, width 256: computed in %s ms (%s ms of processor"
                + " time, %s MiB); images of 700 x 700 in processor time: another head %s ms, mean"
                + " %s ms, all heads %s ms, another zoom %s ms, rollout %s ms; wall time: opened"
                + " for replay %s ms, one query without its past %s ms, once without each tick of"
                + " it %s ms",
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
