package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import dev.hindsight.trainer.learn.net.Layers;
import java.util.List;

/// The actions a policy may take next, and how probable it holds each.
///
/// @param weight `[N, n]`, of each in an expectation; rows sum to 1
/// @param logProb `[N, n]`, log pi
record ActionDistribution(NDArray weight, NDArray logProb) {
  /// All actions there are.
  ///
  /// @param logits `[N, n]`
  static ActionDistribution every(NDArray logits) {
    NDArray logProb = logits.logSoftmax(-1);
    return new ActionDistribution(logProb.exp(), logProb);
  }

  /// V, `[N]`: the worse of the critics' opinions, and what being unforeseen is worth.
  ///
  /// @param values one `[N, n]` a critic, of the same actions
  /// @param alpha temperature
  NDArray softValue(List<NDArray> values, double alpha) {
    NDArray least = values.stream().reduce(NDArrays::minimum).orElseThrow();
    return expected(least.sub(Layers.scaled(logProb, alpha)));
  }

  /// `E log pi`, `[N]`.
  NDArray expectedLogProb() {
    return expected(logProb);
  }

  private NDArray expected(NDArray each) {
    return weight.mul(each).sum(new int[] {1});
  }
}
