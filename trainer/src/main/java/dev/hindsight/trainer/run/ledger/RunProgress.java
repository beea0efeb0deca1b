package dev.hindsight.trainer.run.ledger;

import java.util.List;
import java.util.Optional;

/// The progress of a run, counted over all its resumptions.
///
/// @param updates completed updates
/// @param updatesInAll total number of updates
/// @param agentSteps agent steps outside limbo that it learned from
/// @param environmentSteps simulated environment ticks
/// @param seconds time spent in updates
/// @param bestScore highest score of the last trial in any update; empty before the first
/// @param learningRateFactor factor on the schedule's learning rate
/// @param recentScores scores by trial, mean over the last [#RECENT] updates
public record RunProgress(
    long updates,
    long updatesInAll,
    long agentSteps,
    long environmentSteps,
    double seconds,
    Optional<Double> bestScore,
    double learningRateFactor,
    List<Double> recentScores) {
  /// Number of updates that [#recentScores] averages.
  public static final int RECENT = 10;

  /// Copies the list.
  public RunProgress {
    recentScores = List.copyOf(recentScores);
  }

  /// Score of the last trial minus that of the first; empty without two trials.
  public Optional<Double> gain() {
    return recentScores.size() < 2
        ? Optional.empty()
        : Optional.of(recentScores.getLast() - recentScores.getFirst());
  }

  /// Agent steps learned from per second of training.
  public double agentStepsPerSecond() {
    return seconds > 0 ? agentSteps / seconds : 0;
  }
}
