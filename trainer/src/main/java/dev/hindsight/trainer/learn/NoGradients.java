package dev.hindsight.trainer.learn;

import ai.djl.pytorch.jni.JniUtils;

/// While this is open, PyTorch notes nothing for gradients on this thread.
///
/// The switch is one per thread, and on at first: DJL turns it off on the thread that starts the
/// engine and nowhere else.
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
