package dev.hindsight.render.stage;

import java.util.concurrent.Executor;

/// The threads of a scene: preparing and rasterising off the FX thread, showing on it.
///
/// @param background runs short jobs, one at a time per scene; should not run long ones
/// @param fx runs code on the FX thread, soon and in order
public record SceneThreads(Executor background, Executor fx) {
  /// Runs everything at once on the calling thread, which must be the FX thread: for tests and
  /// snapshots, in which the picture must be complete when the call returns.
  public static SceneThreads immediate() {
    return new SceneThreads(Runnable::run, Runnable::run);
  }
}
