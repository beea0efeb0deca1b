package dev.hindsight.app;

import dev.hindsight.trainer.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
  private StartBench(
      Instant begun, Consumer<CompositionRoot> opening, Consumer<StartBenchResult> figures) {
    this.begun = begun;
    this.opening = opening;
    this.figures = figures;
  }

  /// Where the environment asks for it: measures how long it takes until files are shown, writes
  /// that down, and closes the window. What is measured is a start like any other, so this is the
  /// one bench that the window starts itself.
  ///
  /// @return the exit code; empty where nothing was asked for
  static Optional<Integer> measureIfAsked(List<Path> files) {
    return StartBenchResult.requestedFile().map(target -> measure(files, target));
  }

  private static int measure(List<Path> files, Path target) {
    CompletableFuture<StartBenchResult> figures = new CompletableFuture<>();
    Consumer<CompositionRoot> opening =
        StartBenchResult.command()
            .<Consumer<CompositionRoot>>map(id -> window -> window.command(id))
            .orElse(window -> files.forEach(window.context()::open));
    int code =
        DesktopWindow.run(window ->
            new StartBench(StartBenchResult.startedAt(), opening, figures::complete).on(window));
    measured(figures, "bench start").write(target);
    return code;
  }

  /// What a window measured before it was closed.
  ///
  /// @throws Problem if somebody closed it before
  static <T> T measured(CompletableFuture<T> figures, String command) {
    if (!figures.isDone()) {
      throw new Problem(
          "the window was closed before everything was measured",
          command,
          "leave the window open until it closes by itself");
    }
    return figures.join();
  }

  /// Goes on with a window that has just been shown.
  private void on(CompositionRoot window) {
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
