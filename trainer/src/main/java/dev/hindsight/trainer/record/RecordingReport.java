package dev.hindsight.trainer.record;

import java.nio.file.Path;
import java.util.List;

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

  /// Agents times ticks, per second.
  public double agentStepsPerSecond() {
    return agents * (double) ticks / Math.max(seconds, 1e-9);
  }
}
