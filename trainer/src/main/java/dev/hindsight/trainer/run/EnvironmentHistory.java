package dev.hindsight.trainer.run;

import java.util.Arrays;

/// Everything one environment of a run has lived through: enough to live through it again.
///
/// @param environment which one, from 0; its map is the one of that number, in turn
/// @param seed it was made with
/// @param agents A, those of co-players included
/// @param actions `[T * A]` what everybody did, tick after tick since it was made
public record EnvironmentHistory(int environment, long seed, int agents, int[] actions) {
  /// Copies the array.
  public EnvironmentHistory {
    actions = actions.clone();
  }

  /// T, ticks lived through.
  public int ticks() {
    return actions.length / agents;
  }

  @Override
  public int[] actions() {
    return actions.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EnvironmentHistory environmentHistory
        && environment == environmentHistory.environment
        && seed == environmentHistory.seed
        && agents == environmentHistory.agents
        && Arrays.equals(actions, environmentHistory.actions);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(seed) + Arrays.hashCode(actions);
  }

  @Override
  public String toString() {
    return ticks() + " ticks of environment " + environment;
  }
}
