package dev.hindsight.trainer.env;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.observation.ObservationLayout;
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
/// @param crews agents in each of the worlds side by side, in order; of a single world, all
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
    List<Integer> crews,
    Optional<NeutralAction> neutral) {
  /// Copies the lists.
  public EnvironmentShape {
    stateColumns = List.copyOf(stateColumns);
    crews = List.copyOf(crews);
    if (crews.stream().mapToInt(Integer::intValue).sum() != agents) {
      throw new IllegalArgumentException(crews + " are not " + agents + " agents");
    }
  }

  /// A single world, in which actions that make no sense end the run.
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
        List.of(agents),
        Optional.empty());
  }

  /// Worlds like this one side by side, seen as one with all their agents; without columns.
  ///
  /// @param crews agents in each
  public EnvironmentShape sideBySide(List<Integer> crews) {
    return new EnvironmentShape(
        crews.stream().mapToInt(Integer::intValue).sum(),
        observation,
        actions,
        tickSeconds,
        trials,
        trialTimeoutTicks,
        List.of(),
        crews,
        neutral);
  }

  /// The same, with an action in the place of those that make no sense.
  public EnvironmentShape with(NeutralAction action) {
    return new EnvironmentShape(
        agents,
        observation,
        actions,
        tickSeconds,
        trials,
        trialTimeoutTicks,
        stateColumns,
        crews,
        Optional.of(action));
  }
}
