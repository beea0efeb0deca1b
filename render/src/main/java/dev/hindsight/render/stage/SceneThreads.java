package dev.hindsight.render.stage;

import java.util.concurrent.Executor;

/// Where a stage does its work: drawing up and rasterising off the FX thread, showing on it.
///
/// @param background runs short jobs, one at a time per stage; should be free of long ones
/// @param fx runs what it is given on the FX thread, soon and in order
public record SceneThreads(Executor background, Executor fx) {
  /// Everything at once on the calling thread, which must be the FX thread: for tests and
  /// snapshots, where the picture must be whole when the call returns.
  public static SceneThreads immediate() {
    return new SceneThreads(Runnable::run, Runnable::run);
  }
}
