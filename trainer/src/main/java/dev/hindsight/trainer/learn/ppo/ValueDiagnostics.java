package dev.hindsight.trainer.learn.ppo;

import dev.hindsight.trainer.advantage.CriticErrors;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.outcome.EpisodeProgress;
import java.util.Locale;
import java.util.Map;

/// How well values predicted returns: over all ticks outside limbo, by trial, and by how far into
/// its episode a tick was. One owner thread.
///
/// A part without ticks has a count of 0 and no loss, because no data is not a loss of 0.
final class ValueDiagnostics {
  private final CriticErrors all = new CriticErrors();
  private final CriticErrors[] byTrial;
  private final CriticErrors[] byProgress = new CriticErrors[EpisodeProgress.QUARTERS];

  /// @param returns `[R * T]`
  /// @param values `[R * T]`, predicted when acting
  /// @param trials K
  ValueDiagnostics(Trajectories ticks, float[] returns, float[] values, int trials) {
    byTrial = new CriticErrors[trials];
    java.util.Arrays.setAll(byTrial, _ -> new CriticErrors());
    java.util.Arrays.setAll(byProgress, _ -> new CriticErrors());
    for (int row = 0; row < ticks.rows; row++) {
      for (int t = 0; t < ticks.used; t++) {
        int at = ticks.at(row, t);
        if (ticks.removed[at] == 0) {
          all.add(values[at], returns[at]);
          byTrial[Math.min(ticks.trial[at], trials - 1)].add(values[at], returns[at]);
          byProgress[EpisodeProgress.quarter(ticks.progress[at])].add(values[at], returns[at]);
        }
      }
    }
  }

  /// Adds everything by name, as in docs/metrics.md.
  void addTo(Map<String, Double> metrics) {
    if (!Double.isNaN(all.explained())) {
      metrics.put("losses/explained_variance", all.explained());
    }
    for (int k = 0; k < byTrial.length; k++) {
      add(metrics, byTrial[k], "trial_" + (k + 1));
    }
    for (int quarter = 0; quarter < EpisodeProgress.QUARTERS; quarter++) {
      String name = String.format(Locale.ROOT, "progress_%d_%d", 25 * quarter, 25 * quarter + 25);
      add(metrics, byProgress[quarter], name);
    }
  }

  private static void add(Map<String, Double> metrics, CriticErrors errors, String name) {
    metrics.put("value_count/" + name, (double) errors.count());
    if (errors.count() > 0) {
      metrics.put("value_loss/" + name, errors.meanSquare() / 2);
    }
    if (!Double.isNaN(errors.explained())) {
      metrics.put("explained_variance/" + name, errors.explained());
    }
  }
}
