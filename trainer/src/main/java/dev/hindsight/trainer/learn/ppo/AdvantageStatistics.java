package dev.hindsight.trainer.learn.ppo;

import dev.hindsight.trainer.learn.training.Trajectories;

/// Mean and standard deviation of the advantages of some rows, over the ticks outside limbo.
///
/// @param count number of ticks
/// @param mean their mean; 0 without any
/// @param deviation root of their mean squared distance from it
record AdvantageStatistics(long count, double mean, double deviation) {
  private static final double EPSILON = 1e-8;

  static AdvantageStatistics of(Trajectories all, int[] rows, float[] advantage) {
    long count = 0;
    double sum = 0;
    for (int row : rows) {
      for (int t = 0; t < all.used; t++) {
        int at = all.at(row, t);
        if (all.removed[at] == 0) {
          count++;
          sum += advantage[at];
        }
      }
    }
    double mean = sum / Math.max(1, count);
    double squares = 0;
    for (int row : rows) {
      for (int t = 0; t < all.used; t++) {
        int at = all.at(row, t);
        if (all.removed[at] == 0) {
          squares += (advantage[at] - mean) * (advantage[at] - mean);
        }
      }
    }
    return new AdvantageStatistics(count, mean, Math.sqrt(squares / Math.max(1, count)));
  }

  float normalised(float value) {
    return (float) ((value - mean) / (deviation + EPSILON));
  }
}
