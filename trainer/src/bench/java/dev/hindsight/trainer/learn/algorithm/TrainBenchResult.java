package dev.hindsight.trainer.learn.algorithm;

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
    double learn) {
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
