package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.env.StepMetric;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Means of rewards, progress and an environment's figures over the live ticks of an update, and
/// the metrics that the environment declares of its figures. Hot loop: [#add] allocates nothing.
/// One owner thread.
final class FigureMeans {
  private final List<StepFigure> figures;

  /// `[F]`
  private final double[] sum;

  private double rewards;
  private double progressed;
  private long ticks;

  /// @throws IllegalArgumentException if a metric's denominator is not among the figures
  FigureMeans(List<StepFigure> figures) {
    this.figures = figures;
    this.sum = new double[figures.size()];
    figures.stream()
        .flatMap(figure -> figure.metric().stream())
        .flatMap(metric -> metric.denominator().stream())
        .forEach(name -> index(figures, name));
  }

  /// An update begins.
  void begin() {
    Arrays.fill(sum, 0);
    rewards = 0;
    progressed = 0;
    ticks = 0;
  }

  /// Adds what an agent's action brought about.
  ///
  /// @param progress how far into its episode the agent acted
  void add(StepBuffer seen, int agent, float progress) {
    ticks++;
    rewards += seen.reward[agent];
    progressed += progress;
    for (int f = 0; f < sum.length; f++) {
      sum[f] += seen.figures[f][agent];
    }
  }

  /// The sums of this update.
  Sums sums() {
    return new Sums(figures, sum.clone(), rewards, progressed, ticks);
  }

  /// Sums over the live ticks of an update.
  ///
  /// @param figures what is summed
  /// @param sum `[F]`
  /// @param rewards sum of the rewards
  /// @param progressed sum of the progress
  /// @param ticks their number
  record Sums(
      List<StepFigure> figures, double[] sum, double rewards, double progressed, long ticks) {
    /// @param other of the same figures
    Sums plus(Sums other) {
      double[] both = sum.clone();
      for (int f = 0; f < both.length; f++) {
        both[f] += other.sum[f];
      }
      return new Sums(
          figures,
          both,
          rewards + other.rewards,
          progressed + other.progressed,
          ticks + other.ticks);
    }

    /// Adds the means by name, as in docs/metrics.md; nothing if no agent acted.
    void addTo(Map<String, Double> metrics) {
      if (ticks == 0) {
        return;
      }
      metrics.put("train/reward", rewards / ticks);
      metrics.put("train/episode_progress", progressed / ticks);
      for (int f = 0; f < sum.length; f++) {
        StepFigure figure = figures.get(f);
        metrics.put(figure.column(), sum[f] / ticks);
        if (figure.metric().isPresent()) {
          StepMetric metric = figure.metric().get();
          double of =
              metric.denominator().map(name -> sum[index(figures, name)]).orElse((double) ticks);
          if (of != 0) {
            metrics.put(metric.name(), sum[f] / of);
          }
        }
      }
    }
  }

  private static int index(List<StepFigure> figures, String name) {
    for (int f = 0; f < figures.size(); f++) {
      if (figures.get(f).name().equals(name)) {
        return f;
      }
    }
    throw new IllegalArgumentException(name + " is not among the figures");
  }
}
