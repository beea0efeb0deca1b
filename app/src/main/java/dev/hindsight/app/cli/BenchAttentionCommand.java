package dev.hindsight.app.cli;

import dev.hindsight.inspector.attention.AttentionBench;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench attention`: how long it takes to compute an agent's attention and to show it.
@Command(
    name = "attention",
    description = "How long it takes to compute an agent's attention anew, and to show it.")
final class BenchAttentionCommand extends CommandBase {
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
      description = "How often each is done. Default: 11.")
  private int rounds;

  @Override
  public Integer call() throws Exception {
    AttentionBench.Figures figures = done(new AttentionBench(ticks, 2, 4, 256, rounds));
    Map<String, Object> fields = fields(figures);
    String words =
        String.format(
            Locale.ROOT,
            "%d ticks, 2 layers, 4 heads, width 256: computed in %.0f ms (%.0f ms of processor time,"
                + " %.1f MiB); pictures of 700 x 700 in processor time: another head %.1f ms, mean"
                + " %.1f ms, all heads %.1f ms, another zoom %.1f ms, rollout %.0f ms; by"
                + " the clock: opened to be asked again %.0f ms, one query asked without its past"
                + " %.1f ms, once without each tick of it %.0f ms",
            ticks,
            figures.computeMillis(),
            figures.computeProcessorMillis(),
            figures.mebibytes(),
            figures.headMillis(),
            figures.meanMillis(),
            figures.tilesMillis(),
            figures.zoomMillis(),
            figures.rolloutMillis(),
            figures.recallMillis(),
            figures.askMillis(),
            figures.creditMillis());
    console().result(format(), fields, words);
    return OK;
  }
}
