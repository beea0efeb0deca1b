package dev.hindsight.trainer.learn.net;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;

/// The engine, for tests.
public final class TestTorch {
  private TestTorch() {}

  public static NDManager manager() {
    return engine().newBaseManager();
  }

  public static GradientCollector gradients() {
    return engine().newGradientCollector();
  }

  private static Engine engine() {
    System.setProperty("ai.djl.offline", "true");
    System.setProperty("OPT_OUT_TRACKING", "true");
    System.setProperty("ai.djl.pytorch.num_threads", "1");
    return Engine.getEngine("PyTorch");
  }
}
