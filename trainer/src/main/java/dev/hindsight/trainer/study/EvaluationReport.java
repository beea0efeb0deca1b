package dev.hindsight.trainer.study;

import java.util.List;
import java.util.Optional;

/// How well a policy does.
///
/// @param episodes how many it lived through
/// @param trialScores score of trial 1, 2, ..., K
/// @param adaDelta score of the last trial less that of the first, of the same episode; nothing
///   where there are no two trials
/// @param agentSteps ticks of agents outside limbo
/// @param environmentSteps ticks of environments
/// @param seconds it took
public record EvaluationReport(
    int episodes,
    List<Interval> trialScores,
    Optional<Interval> adaDelta,
    long agentSteps,
    long environmentSteps,
    double seconds) {
  /// Copies the list.
  public EvaluationReport {
    trialScores = List.copyOf(trialScores);
  }

  /// The means alone.
  public List<Double> means() {
    return trialScores.stream().map(Interval::mean).toList();
  }
}
