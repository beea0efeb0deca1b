package dev.hindsight.trainer.env;

import dev.hindsight.trainer.rollout.Column;
import java.util.List;
import java.util.Optional;

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
/// @param neutral what an agent does where what it was to do makes no sense; nothing where that is
///   to end the run
public record EnvironmentShape(
    int agents,
    ObservationLayout observation,
    ActionSpace actions,
    double tickSeconds,
    int trials,
    int trialTimeoutTicks,
    List<Column> stateColumns,
    Optional<NeutralAction> neutral) {
  /// Copies the list.
  public EnvironmentShape {
    stateColumns = List.copyOf(stateColumns);
  }

  /// Where actions that make no sense end the run.
  public EnvironmentShape(
      int agents,
      ObservationLayout observation,
      ActionSpace actions,
      double tickSeconds,
      int trials,
      int trialTimeoutTicks,
      List<Column> stateColumns) {
    this(
        agents,
        observation,
        actions,
        tickSeconds,
        trials,
        trialTimeoutTicks,
        stateColumns,
        Optional.empty());
  }

  /// The same for another number of agents side by side, without columns.
  public EnvironmentShape of(int others) {
    return new EnvironmentShape(
        others, observation, actions, tickSeconds, trials, trialTimeoutTicks, List.of(), neutral);
  }
}
