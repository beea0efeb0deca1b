package dev.hindsight.app;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import javafx.scene.Scene;

/// Measures the window coming up, once in the life of the process: from the start of the process
/// until its first frame has been painted; from asking for a recording until its scene has been
/// painted, and until all of it has. Then closes the window. FX thread.
final class StartBench {
  private final Instant begun;
  private final Consumer<CompositionRoot> opening;
  private final Consumer<StartBenchResult> figures;

  /// @param begun when the process was started
  /// @param opening what opens something once the window is there
  /// @param figures gets what was measured
  StartBench(Instant begun, Consumer<CompositionRoot> opening, Consumer<StartBenchResult> figures) {
    this.begun = begun;
    this.opening = opening;
    this.figures = figures;
  }

  /// Goes on with a window that has just been shown.
  void on(CompositionRoot window) {
    Scene scene = window.stage().getScene();
    FrameWaiter.once(
        scene,
        () -> true,
        () -> {
          double painted = sinceStart();
          opening.accept(window);
          FrameWaiter.once(
              scene,
              () -> opened(window) && window.drawn(),
              () -> {
                double drawn = sinceStart();
                FrameWaiter.once(
                    scene,
                    window::complete,
                    () -> {
                      double complete = sinceStart();
                      figures.accept(
                          new StartBenchResult(painted, drawn - painted, complete - painted));
                      window.stage().close();
                    });
              });
        });
  }

  private static boolean opened(CompositionRoot window) {
    return window.context().workspace().state().document().isPresent();
  }

  private double sinceStart() {
    return Duration.between(begun, Instant.now()).toNanos() / 1e6;
  }
}
