package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import java.util.List;

/// How fast one thread simulated.
///
/// @param agents agents there were
/// @param steps steps simulated while measuring
/// @param seconds time they took
/// @param stateHash state at the end: keeps the work from being optimised away
public record DriveBenchResult(int agents, long steps, double seconds, long stateHash)
    implements BenchResult {
  @Override
  public List<BenchFigure> figures() {
    return List.of(
        BenchFigure.context("agents", "agents", agents),
        BenchFigure.context("steps", "steps", steps),
        BenchFigure.more("agentStepsPerSecond", "1/s", agentStepsPerSecond()));
  }

  /// Agents times steps in a second.
  public double agentStepsPerSecond() {
    return agents * steps / seconds;
  }
}
