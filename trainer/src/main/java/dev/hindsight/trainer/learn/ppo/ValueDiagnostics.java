package dev.hindsight.trainer.learn.ppo;

import dev.hindsight.trainer.learn.training.Trajectories;
import java.util.Locale;
import java.util.Map;

/// How well values predicted returns: over all ticks outside limbo, by trial, and by how far into
/// its episode a tick was. One owner thread.
///
/// A part without ticks has a count of 0 and no loss, because no data is not a loss of 0.
final class ValueDiagnostics {
  /// Quarters of an episode.
  private static final int QUARTERS = 4;

  private final Errors all = new Errors();
  private final Errors[] byTrial;
  private final Errors[] byProgress = new Errors[QUARTERS];

  /// @param returns `[R * T]`
  /// @param values `[R * T]`, predicted when acting
  /// @param trials K
  ValueDiagnostics(Trajectories ticks, float[] returns, float[] values, int trials) {
    byTrial = new Errors[trials];
    java.util.Arrays.setAll(byTrial, _ -> new Errors());
    java.util.Arrays.setAll(byProgress, _ -> new Errors());
    for (int row = 0; row < ticks.rows; row++) {
      for (int t = 0; t < ticks.used; t++) {
        int at = ticks.at(row, t);
        if (ticks.removed[at] == 0) {
          all.add(returns[at], values[at]);
          byTrial[Math.min(ticks.trial[at], trials - 1)].add(returns[at], values[at]);
          byProgress[quarter(ticks.progress[at])].add(returns[at], values[at]);
        }
      }
    }
  }

  /// Index of the quarter: `[0, 0.25)`, ..., `[0.75, 1]`.
  static int quarter(float progress) {
    return Math.clamp((int) (progress * QUARTERS), 0, QUARTERS - 1);
  }

  /// Adds everything by name, as in docs/metrics.md.
  void addTo(Map<String, Double> metrics) {
    if (all.count > 1 && all.spread() > 0) {
      metrics.put("losses/explained_variance", all.explained());
    }
    for (int k = 0; k < byTrial.length; k++) {
      add(metrics, byTrial[k], "trial_" + (k + 1));
    }
    for (int quarter = 0; quarter < QUARTERS; quarter++) {
      String name = String.format(Locale.ROOT, "progress_%d_%d", 25 * quarter, 25 * quarter + 25);
      add(metrics, byProgress[quarter], name);
    }
  }

  private static void add(Map<String, Double> metrics, Errors errors, String name) {
    metrics.put("value_count/" + name, (double) errors.count);
    if (errors.count > 0) {
      metrics.put("value_loss/" + name, errors.squares / errors.count / 2);
    }
    if (errors.count > 1 && errors.spread() > 0) {
      metrics.put("explained_variance/" + name, errors.explained());
    }
  }

  /// Sums over some ticks.
  private static final class Errors {
    private long count;
    private double squares;
    private double error;
    private double sum;
    private double sumOfSquares;

    void add(double target, double value) {
      count++;
      squares += (target - value) * (target - value);
      error += target - value;
      sum += target;
      sumOfSquares += target * target;
    }

    /// Variance of the returns; rounding may make it slightly negative.
    double spread() {
      return sumOfSquares / count - (sum / count) * (sum / count);
    }

    double explained() {
      double left = squares / count - (error / count) * (error / count);
      return 1 - left / spread();
    }
  }
}
