package dev.hindsight.trainer.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What one update measured.
///
/// @param update its number, from 1
/// @param agentSteps ticks of agents outside limbo it learned from
/// @param environmentSteps ticks of environments it simulated
/// @param trialScores mean score of trial 1, 2, ..., K; empty where none finished
/// @param metrics everything else by name, as in docs/metrics.md; what could not be measured is not
///   there
public record UpdateReport(
    long update,
    long agentSteps,
    long environmentSteps,
    List<Double> trialScores,
    Map<String, Double> metrics) {
  /// Copies, keeping the order.
  public UpdateReport {
    trialScores = List.copyOf(trialScores);
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
  }

  /// How much better the last trial is than the first; not a number where there are none.
  public double adaDelta() {
    return trialScores.isEmpty() ? Double.NaN : trialScores.getLast() - trialScores.getFirst();
  }
}
