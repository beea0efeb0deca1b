package dev.hindsight.trainer.env;

import dev.hindsight.trainer.rollout.Column;
import java.util.List;

/// The sizes and meanings an environment has, fixed when it is made.
///
/// @param agents A, the agents a policy controls
/// @param observation what each of the D numbers means
/// @param actions what an agent may do
/// @param tickSeconds simulated seconds a step takes
/// @param trials K, trials per episode; 1 where the environment knows none
/// @param trialTimeoutTicks ticks after which a trial ends by itself
/// @param stateColumns columns the environment records by itself, besides what [StepBuffer] holds:
///   `pose`, `goal`, ...
public record EnvironmentShape(
    int agents,
    ObservationLayout observation,
    ActionSpace actions,
    double tickSeconds,
    int trials,
    int trialTimeoutTicks,
    List<Column> stateColumns) {
  /// Copies the list.
  public EnvironmentShape {
    stateColumns = List.copyOf(stateColumns);
  }
}
