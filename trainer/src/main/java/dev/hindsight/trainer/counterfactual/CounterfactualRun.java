package dev.hindsight.trainer.counterfactual;

import java.util.Arrays;

/// One agent's run from a tick to the end of its episode. Do not modify the arrays.
///
/// @param from the first simulated tick
/// @param scores `[K]` by trial; NaN for trials that did not end in it
/// @param actions `[n]` its joint actions; empty if actions are numbers
/// @param reward the sum of its rewards
public record CounterfactualRun(int from, double[] scores, int[] actions, double reward) {
  /// The first tick at which the actions of two runs differ; -1 if there is none.
  public int firstDifference(CounterfactualRun other) {
    int at = Arrays.mismatch(actions, other.actions);
    return at < 0 ? -1 : from + at;
  }
}
