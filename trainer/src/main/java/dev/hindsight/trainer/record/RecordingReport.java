package dev.hindsight.trainer.record;

import dev.hindsight.trainer.env.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The result of making a recording.
///
/// @param file the finished rollout
/// @param ticks rows in it
/// @param agents A
/// @param trials K, finished or not
/// @param totals the environment's counters, by the names of docs/metrics.md
/// @param trialScores mean score of every finished trial
/// @param seconds wall time of simulating, acting and passing rows on
public record RecordingReport(
    Path file,
    int ticks,
    int agents,
    int trials,
    Map<String, Double> totals,
    List<Double> trialScores,
    double seconds) {
  /// Copies both.
  public RecordingReport {
    totals = Map.copyOf(totals);
    trialScores = List.copyOf(trialScores);
  }

  /// Reads an environment's counters.
  static RecordingReport of(
      Path file, int ticks, int agents, Environment environment, double seconds) {
    return new RecordingReport(
        file,
        ticks,
        agents,
        environment.shape().trials(),
        environment.totals(),
        environment.trialScores(),
        seconds);
  }

  /// Goals reached, each counted when it begins.
  public long goals() {
    return count("goals");
  }

  /// A counter by name, counting each event once when it begins; 0 if this environment does not
  /// have it.
  public long count(String name) {
    return Math.round(totals.getOrDefault(name, 0.0));
  }

  /// A counter by name; empty if this environment does not have it.
  public Optional<Long> told(String name) {
    return totals.containsKey(name) ? Optional.of(count(name)) : Optional.empty();
  }

  /// Agents times ticks, per second.
  public double agentStepsPerSecond() {
    return agents * (double) ticks / Math.max(seconds, 1e-9);
  }
}
