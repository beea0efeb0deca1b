package dev.hindsight.app;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.scene.Scene;

/// Measures the start of the window, once per process: from the start of the process until the
/// empty window appears, and until its contents are painted; from the request for a recording until
/// its scene has been painted, and until all of it has. Then closes the window. FX thread.
final class StartBench {
  /// How long a recording may take to appear. Whoever makes a start cache waits for this process: a
  /// recording that cannot be opened must not keep it for ever.
  private static final double PATIENCE_SECONDS = 60;

  private final Instant begun;
  private final Consumer<CompositionRoot> opening;
  private final Consumer<StartBenchResult> figures;
  private double window;

  /// @param begun when the process started
  /// @param opening what to open once the window is there
  /// @param figures receives the result
  private StartBench(
      Instant begun, Consumer<CompositionRoot> opening, Consumer<StartBenchResult> figures) {
    this.begun = begun;
    this.opening = opening;
    this.figures = figures;
  }

  /// If the environment requests it, measures how long it takes to show files, writes the result
  /// down, and closes the window. It measures an ordinary start, so this is the only benchmark that
  /// the window starts itself.
  ///
  /// @return the exit code; empty if nothing was requested
  static Optional<Integer> measureIfAsked(List<Path> files) {
    return StartBenchResult.requestedFile().map(target -> measure(files, target));
  }

  private static int measure(List<Path> files, Path target) {
    CompletableFuture<StartBenchResult> figures = new CompletableFuture<>();
    Consumer<CompositionRoot> opening =
        StartBenchResult.command()
            .<Consumer<CompositionRoot>>map(id -> window -> window.command(id))
            .orElse(window -> files.forEach(window.context()::open));
    StartBench bench = new StartBench(StartBenchResult.startedAt(), opening, figures::complete);
    int code = DesktopWindow.run(bench::appeared, bench::on);
    measured(figures, wording("StartBench.bench_start")).write(target);
    return code;
  }

  /// The result of a window that has closed.
  ///
  /// @throws Problem if the user closed it too early
  static <T> T measured(CompletableFuture<T> figures, String command) {
    if (!figures.isDone()) {
      throw new Problem(
          wording("StartBench.the_window_was_closed_before_everything"),
          command,
          wording("StartBench.leave_the_window_open_until_it"));
    }
    return figures.join();
  }

  private void appeared() {
    window = sinceStart();
  }

  /// Runs in a window that has just got its contents.
  private void on(CompositionRoot root) {
    Scene scene = root.stage().getScene();
    PauseTransition patience = new PauseTransition(javafx.util.Duration.seconds(PATIENCE_SECONDS));
    patience.setOnFinished(_ -> root.stage().close());
    patience.play();
    FrameWaiter.once(
        scene,
        () -> true,
        () -> {
          double painted = sinceStart();
          opening.accept(root);
          FrameWaiter.once(
              scene,
              () -> opened(root) && root.drawn(),
              () -> {
                double drawn = sinceStart();
                FrameWaiter.once(
                    scene,
                    root::complete,
                    () -> {
                      double complete = sinceStart();
                      figures.accept(
                          new StartBenchResult(
                              window, painted, drawn - painted, complete - painted));
                      root.stage().close();
                    });
              });
        });
  }

  private static boolean opened(CompositionRoot root) {
    return root.context().workspace().state().document().isPresent();
  }

  private double sinceStart() {
    return Duration.between(begun, Instant.now()).toNanos() / 1e6;
  }
}
