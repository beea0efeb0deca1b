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
/// @param goals goals reached, each counted when it begins
/// @param collisions vehicle collisions, each counted when it begins
/// @param offroad times an agent crossed a road edge, each counted when it begins
/// @param trialScores mean score of every finished trial
/// @param seconds wall time of simulating, acting and handing rows over
public record RecordingReport(
    Path file,
    int ticks,
    int agents,
    long goals,
    long collisions,
    long offroad,
    List<Double> trialScores,
    double seconds) {
  /// Copies the list.
  public RecordingReport {
    trialScores = List.copyOf(trialScores);
  }

  /// What an environment has counted.
  static RecordingReport of(
      Path file, int ticks, int agents, Environment environment, double seconds) {
    Map<String, Double> totals = environment.totals();
    return new RecordingReport(
        file,
        ticks,
        agents,
        count(totals, "goals"),
        count(totals, "collisions"),
        count(totals, "offroad"),
        environment.trialScores(),
        seconds);
  }

  private static long count(Map<String, Double> totals, String name) {
    return Math.round(totals.getOrDefault(name, 0.0));
  }

  /// Agents times ticks, per second.
  public double agentStepsPerSecond() {
    return agents * (double) ticks / Math.max(seconds, 1e-9);
  }
}
