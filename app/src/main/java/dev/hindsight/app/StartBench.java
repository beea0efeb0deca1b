package dev.hindsight.app;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javafx.application.Platform;
import javafx.scene.Scene;

/// Measures the window coming up, once in the life of the process: from the start of the process
/// until its first frame has been painted; from asking for a recording until its scene has been
/// painted, and until all of it has. Then closes the window. FX thread.
final class StartBench {
  /// Frames that have begun when the first of them is surely on the screen: JavaFX paints one while
  /// it lays out the next.
  private static final int FRAMES = 2;

  private final Consumer<Composition> opening;
  private final Consumer<StartFigures> figures;

  /// @param opening what opens something once the window is there
  /// @param figures gets what was measured
  StartBench(Consumer<Composition> opening, Consumer<StartFigures> figures) {
    this.opening = opening;
    this.figures = figures;
  }

  /// Goes on with a window that has just been shown.
  void on(Composition window) {
    Scene scene = window.stage().getScene();
    once(
        scene,
        () -> true,
        () -> {
          double painted = sinceStart();
          opening.accept(window);
          once(
              scene,
              () -> opened(window) && window.drawn(),
              () -> {
                double drawn = sinceStart();
                once(
                    scene,
                    window::complete,
                    () -> {
                      double complete = sinceStart();
                      figures.accept(
                          new StartFigures(painted, drawn - painted, complete - painted));
                      window.stage().close();
                    });
              });
        });
  }

  private static boolean opened(Composition window) {
    return window.bench().workspace().state().document().isPresent();
  }

  /// Goes on once something is so and a frame in which it is has been painted.
  private static void once(Scene scene, BooleanSupplier so, Runnable then) {
    int[] begun = {0};
    Runnable[] listener = new Runnable[1];
    listener[0] =
        () -> {
          begun[0] += begun[0] > 0 || so.getAsBoolean() ? 1 : 0;
          if (begun[0] > FRAMES) {
            scene.removePostLayoutPulseListener(listener[0]);
            then.run();
          } else {
            Platform.requestNextPulse();
          }
        };
    scene.addPostLayoutPulseListener(listener[0]);
    Platform.requestNextPulse();
  }

  private static double sinceStart() {
    Instant start = ProcessHandle.current().info().startInstant().orElseThrow();
    return Duration.between(start, Instant.now()).toNanos() / 1e6;
  }
}
