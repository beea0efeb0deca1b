package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.learn.net.Layers;

/// Averaging over the past of weights (Polyak and Juditsky, 1992): `target = tau current + (1 -
/// tau) target`.
final class Polyak {
  private Polyak() {}

  /// One step, in place.
  ///
  /// @param target of the shape of `current`, without gradient
  /// @param tau share of the current weights in the new ones
  static void step(NDArray target, NDArray current, double tau) {
    target.addi(Layers.scaled(current.stopGradient().sub(target), tau));
  }
}
