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
/// @param trialScores mean score of trial 1, 2, ..., K over those that finished in it; NaN for a
///   trial that never did, empty if none did
/// @param metrics everything else by name, as in docs/metrics.md, without what could not be
///   measured
public record UpdateReport(
    long update,
    long agentSteps,
    long environmentSteps,
    List<Double> trialScores,
    Map<String, Double> metrics) {
  /// Metric: mean return of the episodes that ended in the update.
  public static final String RETURN = "episode/return";

  /// Metric: seconds of the update, without its evaluation and without waiting at breakpoints.
  public static final String SECONDS = "performance/update";

  /// Metric: seconds of the update's evaluation.
  public static final String EVALUATION_SECONDS = "performance/evaluate";

  /// What runs measured before they measured [#SECONDS].
  private static final List<String> PARTS =
      List.of("performance/simulate", "performance/forward", "performance/learn");

  /// Copies, keeping the order.
  public UpdateReport {
    trialScores = List.copyOf(trialScores);
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
  }

  /// Score of the last trial; NaN if it did not finish.
  public double lastScore() {
    return trialScores.isEmpty() ? Double.NaN : trialScores.getLast();
  }

  /// Score of the last trial minus that of the first; NaN with fewer than two trials.
  public double gain() {
    return trialScores.size() < 2 ? Double.NaN : trialScores.getLast() - trialScores.getFirst();
  }

  /// Seconds of the update and its evaluation; without pauses and waiting at breakpoints.
  public double seconds() {
    double update =
        metrics.containsKey(SECONDS)
            ? metric(SECONDS)
            : PARTS.stream().mapToDouble(this::metric).sum();
    return update + metric(EVALUATION_SECONDS);
  }

  private double metric(String name) {
    return metrics.getOrDefault(name, 0.0);
  }

  /// A copy with additional metrics.
  public UpdateReport with(Map<String, Double> more) {
    Map<String, Double> all = new LinkedHashMap<>(metrics);
    all.putAll(more);
    return new UpdateReport(update, agentSteps, environmentSteps, trialScores, all);
  }
}
