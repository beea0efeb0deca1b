package dev.hindsight.trainer.learn;

import ai.djl.pytorch.jni.JniUtils;

/// While this is open, PyTorch records nothing for gradients on this thread.
///
/// PyTorch has one switch for each thread, which is on at first; DJL turns it off only on the
/// thread that starts the engine.
final class NoGradients implements AutoCloseable {
  private final boolean before = JniUtils.isGradMode();

  NoGradients() {
    JniUtils.setGradMode(false);
  }

  @Override
  public void close() {
    JniUtils.setGradMode(before);
  }
}
