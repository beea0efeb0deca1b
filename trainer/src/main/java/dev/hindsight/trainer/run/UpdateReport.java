package dev.hindsight.trainer.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The measurements of one update.
///
/// @param update its number, from 1
/// @param agentSteps agent steps outside limbo that it learned from
/// @param environmentSteps environment ticks that it simulated
/// @param trialScores mean score of trial 1, 2, ..., K; empty if none finished
/// @param metrics everything else by name, as in docs/metrics.md, without what could not be
///   measured
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

  /// Score of the last trial minus that of the first; NaN without trials.
  public double gain() {
    return trialScores.isEmpty() ? Double.NaN : trialScores.getLast() - trialScores.getFirst();
  }
}
