package dev.hindsight.trainer.learn.algorithm;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import java.util.List;

/// How fast training went.
///
/// @param agents A
/// @param updates updates measured
/// @param agentSteps ticks of agents outside limbo that were learned from
/// @param gradientSteps optimiser steps of a learner
/// @param seconds time all took
/// @param processorSeconds time of the processor it took, all threads together; less than the other
///   where the machine was busy with something else
/// @param simulate seconds of it in environments, observations included
/// @param forward seconds of it in choosing what to do
/// @param learn seconds of it in learning
public record TrainBenchResult(
    int agents,
    int updates,
    long agentSteps,
    long gradientSteps,
    double seconds,
    double processorSeconds,
    double simulate,
    double forward,
    double learn)
    implements BenchResult {
  @Override
  public List<BenchFigure> figures() {
    return List.of(
        BenchFigure.context("agents", "agents", agents),
        BenchFigure.context("updates", "updates", updates),
        BenchFigure.more("agentStepsPerSecond", "1/s", agentStepsPerSecond()),
        BenchFigure.more("agentStepsPerProcessorSecond", "1/s", agentSteps / processorSeconds),
        BenchFigure.more("gradientStepsPerSecond", "1/s", gradientStepsPerSecond()),
        BenchFigure.context("simulatePercent", "%", 100 * simulate / seconds),
        BenchFigure.context("forwardPercent", "%", 100 * forward / seconds),
        BenchFigure.context("learnPercent", "%", 100 * learn / seconds),
        BenchFigure.context("otherPercent", "%", 100 * other() / seconds));
  }

  /// Ticks learned from in a second.
  public double agentStepsPerSecond() {
    return agentSteps / seconds;
  }

  /// Optimiser steps in a second of learning.
  public double gradientStepsPerSecond() {
    return gradientSteps / learn;
  }

  /// Seconds that went to nothing of the three.
  public double other() {
    return seconds - simulate - forward - learn;
  }
}
