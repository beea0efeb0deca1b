package dev.hindsight.trainer.run;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.Arrays;
import java.util.List;

/// The full history of one environment of a run: enough to simulate it again.
///
/// @param environment its index, from 0; maps are assigned in turn
/// @param seed of the environment
/// @param agents A, including co-players
/// @param numbers k of a continuous action; 0 for joint actions
/// @param actions `[T * A]` joint actions or `[T * A * k]` numbers of all agents, tick by tick
///   since creation
/// @param updates number of updates that the acting policy had learned from, by tick;
///   [dev.hindsight.trainer.rollout.ActingUpdate#UNKNOWN] where a checkpoint of an older version
///   does not say
public record EnvironmentHistory(
    int environment, long seed, int agents, int numbers, float[] actions, List<Integer> updates) {
  /// Copies the collections.
  public EnvironmentHistory {
    actions = actions.clone();
    updates = List.copyOf(updates);
  }

  /// Whether the actions are those of a whole number of ticks, and each has its update. Of a file,
  /// that is not certain.
  public boolean consistent() {
    long row = (long) agents * Math.max(1, numbers);
    return agents > 0 && environment >= 0 && actions.length == row * updates.size();
  }

  /// T, number of ticks.
  public int ticks() {
    return actions.length / (agents * Math.max(1, numbers));
  }

  /// The history of the first ticks.
  ///
  /// @param tick their number, from 0 to T
  public EnvironmentHistory until(int tick) {
    return new EnvironmentHistory(
        environment,
        seed,
        agents,
        numbers,
        Arrays.copyOf(actions, tick * agents * Math.max(1, numbers)),
        updates.subList(0, tick));
  }

  @Override
  public float[] actions() {
    return actions.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EnvironmentHistory environmentHistory
        && environment == environmentHistory.environment
        && seed == environmentHistory.seed
        && agents == environmentHistory.agents
        && numbers == environmentHistory.numbers
        && updates.equals(environmentHistory.updates)
        && Arrays.equals(actions, environmentHistory.actions);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(seed) + Arrays.hashCode(actions);
  }

  @Override
  public String toString() {
    return wording("EnvironmentHistory.ticks_of_environment", ticks(), environment);
  }
}
