package dev.hindsight.trainer.run.ledger;

import java.util.List;
import java.util.Optional;

/// Where a run is: everything that is counted over all of it, resumptions included.
///
/// @param updates done
/// @param updatesInAll those there will be
/// @param agentSteps ticks of agents outside limbo that were learned from
/// @param environmentSteps ticks of environments that were simulated
/// @param seconds spent in updates
/// @param bestScore highest score of the last trial an update had; nothing before there was one
/// @param learningRateFactor what the schedule's learning rate is multiplied by
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
  /// Updates that [#recentScores] looks back on.
  public static final int RECENT = 10;

  /// Copies the list.
  public RunProgress {
    recentScores = List.copyOf(recentScores);
  }

  /// How much better the last trial is than the first; nothing where there are no two.
  public Optional<Double> adaDelta() {
    return recentScores.size() < 2
        ? Optional.empty()
        : Optional.of(recentScores.getLast() - recentScores.getFirst());
  }

  /// Ticks of agents learned from in a second of training.
  public double agentStepsPerSecond() {
    return seconds > 0 ? agentSteps / seconds : 0;
  }
}
