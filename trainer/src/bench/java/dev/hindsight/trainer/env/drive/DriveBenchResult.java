package dev.hindsight.trainer.env.drive;

/// How fast one thread simulated.
///
/// @param agents agents there were
/// @param steps steps simulated while measuring
/// @param seconds time they took
/// @param stateHash state at the end: keeps the work from being optimised away
public record DriveBenchResult(int agents, long steps, double seconds, long stateHash) {
  /// Agents times steps in a second.
  public double agentStepsPerSecond() {
    return agents * steps / seconds;
  }
}
