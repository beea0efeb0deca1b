package dev.hindsight.trainer.study;

import java.util.List;
import java.util.Optional;

/// How well a policy does.
///
/// @param episodes number of episodes
/// @param trialScores score of trial 1, 2, ..., K
/// @param gain score of the last trial minus that of the first, of the same episode; empty without
///   two trials
/// @param agentSteps agent steps outside limbo
/// @param environmentSteps environment ticks
/// @param seconds duration
public record EvaluationReport(
    int episodes,
    List<Interval> trialScores,
    Optional<Interval> gain,
    long agentSteps,
    long environmentSteps,
    double seconds) {
  /// Copies the list.
  public EvaluationReport {
    trialScores = List.copyOf(trialScores);
  }

  /// The means without their intervals.
  public List<Double> means() {
    return trialScores.stream().map(Interval::mean).toList();
  }
}
