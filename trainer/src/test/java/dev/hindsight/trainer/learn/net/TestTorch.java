package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.learn.TorchEngine;

/// The engine, for tests; started as the program starts it, which decides how products are rounded.
public final class TestTorch {
  private TestTorch() {}

  public static NDManager manager() {
    return TorchEngine.scope();
  }

  public static GradientCollector gradients() {
    try (NDManager scope = TorchEngine.scope()) {
      return scope.getEngine().newGradientCollector();
    }
  }
}
