package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepFigure;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Means of an environment's figures over the live ticks of an update. Hot loop: [#add] allocates
/// nothing. One owner thread.
final class FigureMeans {
  private final List<StepFigure> figures;

  /// `[F]`
  private final double[] sum;

  private long ticks;

  FigureMeans(List<StepFigure> figures) {
    this.figures = figures;
    this.sum = new double[figures.size()];
  }

  /// An update begins.
  void begin() {
    Arrays.fill(sum, 0);
    ticks = 0;
  }

  /// Adds what an agent's action brought about.
  void add(StepBuffer seen, int agent) {
    ticks++;
    for (int f = 0; f < sum.length; f++) {
      sum[f] += seen.figures[f][agent];
    }
  }

  /// Adds the means by name, as in docs/metrics.md; nothing if no agent acted.
  void addTo(Map<String, Double> metrics) {
    for (int f = 0; f < sum.length && ticks > 0; f++) {
      metrics.put(figures.get(f).column(), sum[f] / ticks);
    }
  }
}
