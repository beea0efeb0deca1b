package dev.hindsight.trainer.counterfactual;

import java.util.Arrays;

/// One agent's life from a tick to the end of its episode. Arrays are not to be written.
///
/// @param from the first tick that was lived
/// @param scores `[K]` by trial; NaN for trials that did not end in it
/// @param actions `[n]` what it did, joint actions; empty where they are numbers
/// @param reward the sum of its rewards
public record CounterfactualRun(int from, double[] scores, int[] actions, double reward) {
  /// The first tick at which the actions of two lives differ; -1 where none does.
  public int firstDifference(CounterfactualRun other) {
    int at = Arrays.mismatch(actions, other.actions);
    return at < 0 ? -1 : from + at;
  }
}
