package dev.hindsight.trainer.record;

import dev.hindsight.trainer.env.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What a recording came to.
///
/// @param file the finished rollout
/// @param ticks rows in it
/// @param agents A
/// @param totals what the environment counted, by the names of docs/metrics.md
/// @param trialScores mean score of every finished trial
/// @param seconds wall time of simulating, acting and handing rows over
public record RecordingReport(
    Path file,
    int ticks,
    int agents,
    Map<String, Double> totals,
    List<Double> trialScores,
    double seconds) {
  /// Copies both.
  public RecordingReport {
    totals = Map.copyOf(totals);
    trialScores = List.copyOf(trialScores);
  }

  /// What an environment has counted.
  static RecordingReport of(
      Path file, int ticks, int agents, Environment environment, double seconds) {
    return new RecordingReport(
        file, ticks, agents, environment.totals(), environment.trialScores(), seconds);
  }

  /// Goals reached, each counted when it begins.
  public long goals() {
    return count("goals");
  }

  /// What is counted under a name, each when it begins; 0 for what this environment does not count.
  public long count(String name) {
    return Math.round(totals.getOrDefault(name, 0.0));
  }

  /// Agents times ticks, per second.
  public double agentStepsPerSecond() {
    return agents * (double) ticks / Math.max(seconds, 1e-9);
  }
}
