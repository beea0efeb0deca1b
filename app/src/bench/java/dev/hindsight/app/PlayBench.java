package dev.hindsight.app;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.timeline.PlaybackMotion;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javafx.scene.Scene;

/// Plays the open recording in a loop with an agent selected, as a user would; counts the frames
/// and closes the window. Once per process. FX thread.
public final class PlayBench {
  /// A new window paints more slowly at first: Java is still compiling.
  private static final double WARM_UP_SECONDS = 5;

  private static final double NANOS = 1e9;
  private static final double NANOS_A_MILLI = 1e6;

  private final double speed;
  private final double seconds;
  private final Consumer<PlayBenchResult> figures;

  /// @param speed multiple of the simulated speed
  /// @param seconds how long to count frames
  /// @param figures receives the result
  private PlayBench(double speed, double seconds, Consumer<PlayBenchResult> figures) {
    this.speed = speed;
    this.seconds = seconds;
    this.figures = figures;
  }

  /// Opens the window with a recording, plays it and closes the window. Once per process.
  ///
  /// @param file a recording that can be read
  /// @param speed multiple of the simulated speed
  /// @param seconds how long to count frames
  /// @throws dev.hindsight.trainer.Problem if there is no display
  public static PlayBenchResult played(Path file, double speed, double seconds) {
    CompletableFuture<PlayBenchResult> figures = new CompletableFuture<>();
    int _ =
        DesktopWindow.run(window -> {
          window.context().open(file);
          new PlayBench(speed, seconds, figures::complete).on(window);
        });
    return StartBench.measured(figures, wording("PlayBench.bench_play"));
  }

  /// Runs in a window that is opening a recording.
  private void on(CompositionRoot window) {
    Scene scene = window.stage().getScene();
    FrameWaiter.once(
        scene,
        () -> window.context().workspace().state().document().isPresent() && window.complete(),
        () -> play(window, window.context().workspace().state().document().orElseThrow()));
  }

  private void play(CompositionRoot window, Document document) {
    int agents = document.rollout().manifest().agents();
    if (agents > 0) {
      document.view().send(new ViewCommand.Select(agents / 2));
    }
    TimelineState timeline = document.timeline().state();
    document.timeline().send(new TimelineCommand.Loop(timeline.axis().all()));
    document.timeline().send(new TimelineCommand.Speed(speed));
    document.timeline().send(new TimelineCommand.Play(PlaybackMotion.FORWARD));
    frames(window, WARM_UP_SECONDS, () -> count(window, document));
  }

  private static void frames(CompositionRoot window, double seconds, Runnable then) {
    long begin = System.nanoTime();
    FrameWaiter.each(
        window.stage().getScene(), () -> (System.nanoTime() - begin) / NANOS < seconds, then);
  }

  private void count(CompositionRoot window, Document document) {
    FrameCounts frameCounts = new FrameCounts(document);
    FrameWaiter.each(
        window.stage().getScene(),
        () -> frameCounts.frame() < seconds,
        () -> {
          figures.accept(frameCounts.figures(window, speed));
          window.stage().close();
        });
  }

  /// The counts.
  private static final class FrameCounts {
    private final List<Double> between = new ArrayList<>();
    private final Document document;
    private final long begin = System.nanoTime();
    private long before = begin;
    private int tick;
    private long ticks;

    FrameCounts(Document document) {
      this.document = document;
      this.tick = document.timeline().state().tick();
    }

    /// Counts a frame.
    ///
    /// @return seconds since the first
    double frame() {
      long now = System.nanoTime();
      TimelineState timeline = document.timeline().state();
      between.add((now - before) / NANOS_A_MILLI);
      ticks += Math.floorMod(timeline.tick() - tick, timeline.axis().ticks());
      tick = timeline.tick();
      before = now;
      return (now - begin) / NANOS;
    }

    PlayBenchResult figures(CompositionRoot window, double speed) {
      double passed = (before - begin) / NANOS;
      Scene scene = window.stage().getScene();
      return new PlayBenchResult(
          between.size() / passed,
          Quantiles.of(between),
          ticks,
          Math.round(passed * speed / document.timeline().state().axis().tickSeconds()),
          scene.getWidth(),
          scene.getHeight(),
          window.stage().getOutputScaleX());
    }
  }
}
