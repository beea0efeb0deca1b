package dev.hindsight.trainer.learn;

import ai.djl.pytorch.jni.JniUtils;

/// How many threads PyTorch computes with, for tests that must hold with any number.
public final class TorchThreads {
  private TorchThreads() {}

  /// From the next computation on.
  public static void use(int threads) {
    TorchEngine.scope().close();
    JniUtils.setNumThreads(threads);
  }
}
