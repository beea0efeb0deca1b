package dev.hindsight.trainer.counterfactual;

import java.util.Arrays;

/// One agent's run from a tick to the end of its episode. Do not modify the arrays.
///
/// @param from the first simulated tick
/// @param scores `[K]` by trial; NaN for trials that did not end in it
/// @param actions `[n * k]` its actions: the index of a joint action, or the numbers of a
///   continuous one
/// @param width k, the numbers of an action; 1 for joint actions
/// @param reward the sum of its rewards
public record CounterfactualRun(
    int from, double[] scores, float[] actions, int width, double reward) {
  /// The first tick at which the actions of two runs differ; -1 if there is none.
  public int firstDifference(CounterfactualRun other) {
    int at = Arrays.mismatch(actions, other.actions);
    return at < 0 ? -1 : from + at / width;
  }
}
