package dev.hindsight.app;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.PlateLayout;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Viewpoint;
import dev.hindsight.trainer.task.Worker;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Does in a background thread, while the window starts, what Java and JavaFX take long to do the
/// first time: look for a logger, load icons and fonts, read a recording's header, lay out the text
/// of a scene.
///
/// Nothing depends on it: steps it has not finished run where they are needed, and a step that
/// fails here fails there again, where the failure is reported.
final class WarmUp implements AutoCloseable {
  private static final Viewpoint ANYWHERE = new Viewpoint(640, 480, 0, 0, 4, 0);

  private final CountDownLatch toolkit = new CountDownLatch(1);
  private final CountDownLatch window = new CountDownLatch(1);

  /// In the order in which the window needs them. Steps that only a recording needs wait until the
  /// window is there: two processors are busy until then.
  private final List<Step> steps =
      List.of(
          WarmUp::logger,
          WarmUp::records,
          Material2AL::values,
          Material2MZ::values,
          toolkit::await,
          () -> new FontIcon(Material2AL.CLOSE),
          () -> new FontIcon(Material2MZ.PLAY_ARROW),
          window::await,
          () -> Samples.ALL.getFirst().rehearse(Samples.folder()),
          WarmUp::letters);

  /// A step whose only purpose is to have run once.
  private interface Step {
    void take() throws Exception;
  }

  private final Worker worker = new Worker("warm-up");
  private volatile boolean closed;

  /// Starts the steps without waiting.
  void begin() {
    worker.execute(this::run);
  }

  /// JavaFX has started.
  void toolkitStarted() {
    toolkit.countDown();
  }

  /// The window has its contents.
  void composed() {
    window.countDown();
  }

  /// Runs the steps one after the other.
  ///
  /// @return the failure, if there was one
  Optional<Exception> run() {
    try {
      for (Step step : steps) {
        if (closed) {
          break;
        }
        step.take();
      }
      return Optional.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.of(interrupted);
    } catch (Exception failure) {
      // Whoever needs it reports the failure.
      return Optional.of(failure);
    }
  }

  /// Starts no further step, and waits for the running one.
  @Override
  public void close() {
    closed = true;
    toolkitStarted();
    composed();
    worker.close();
  }

  /// Java searches all jars for a logging backend as soon as JavaFX makes a scene.
  private static void logger() {
    var _ = System.getLogger("javafx.css");
  }

  /// Java generates the methods of a record at their first call. The first record takes 20 ms,
  /// because it also loads the code that generates them.
  private static void records() {
    PaneId one = PaneId.of("scene");
    var _ = one.equals(PaneId.of("timeline")) || one.hashCode() == 0;
  }

  private static void letters() {
    Captions captions = new Captions(wording("WarmUp.trial_1_2"), "tick 0", List.of());
    new PlateLayout(Palette.DARK).of(captions, LengthUnit.METRES, ANYWHERE, 1, 1);
  }
}
