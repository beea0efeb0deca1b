package dev.hindsight.app;

import dev.hindsight.app.fx.FxThread;
import dev.hindsight.app.workspace.WorkspaceState;
import dev.hindsight.trainer.task.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.application.Platform;
import javafx.scene.Scene;

/// Measures the window coming up, once in the life of the process: from the start of the process
/// until its first frame has been painted, and until a recording has. Then closes it. FX thread.
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
  void on(Composition window, Worker scenes) {
    Scene scene = window.stage().getScene();
    afterPaint(
        scene,
        () -> {
          double painted = sinceStart();
          window
              .bench()
              .workspace()
              .watch(
                  new Opening(
                      scene,
                      scenes,
                      () -> {
                        figures.accept(new StartFigures(painted, sinceStart()));
                        window.stage().close();
                      }));
          opening.accept(window);
        });
  }

  /// Waits for a tab, then for its scene, then until both are painted.
  private static final class Opening implements Consumer<WorkspaceState> {
    private final Scene scene;
    private final Worker scenes;
    private Optional<Runnable> then;

    Opening(Scene scene, Worker scenes, Runnable then) {
      this.scene = scene;
      this.scenes = scenes;
      this.then = Optional.of(then);
    }

    @Override
    public void accept(WorkspaceState state) {
      if (state.document().isPresent() && then.isPresent()) {
        Runnable last = then.get();
        then = Optional.empty();
        // The first frame asks for the scene; the thread that draws it up does one at a time.
        afterPaint(scene, () -> scenes.execute(() -> FxThread.run(() -> afterPaint(scene, last))));
      }
    }
  }

  private static void afterPaint(Scene scene, Runnable then) {
    int[] begun = {0};
    Runnable[] listener = new Runnable[1];
    listener[0] =
        () -> {
          begun[0]++;
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
