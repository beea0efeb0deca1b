package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;

/// Scalars of a step of learning, which are read together: reading one alone takes several calls of
/// the engine. Belongs to the scope of the step.
final class StepScalars {
  private final NDList all = new NDList();

  /// Adds one.
  ///
  /// @return its index among the numbers that [#read] returns
  int add(NDArray scalar) {
    all.add(scalar.getShape().dimension() == 0 ? scalar : scalar.squeeze());
    return all.size() - 1;
  }

  /// All numbers, in the order in which they were added.
  float[] read() {
    return NDArrays.stack(all).toFloatArray();
  }
}
