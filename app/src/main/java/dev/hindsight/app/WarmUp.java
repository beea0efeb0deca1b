package dev.hindsight.app;

import dev.hindsight.app.fx.StyleSheet;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.settings.Theme;
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

/// Does once, on a thread beside the one that brings the window up, what Java and JavaFX take long
/// over the first time: reading rules of style, lists of icons and their letters, a recording's
/// header, the letters of a scene. With it the window comes up a tenth sooner, and the first scene
/// a quarter.
///
/// Nothing depends on it: what it has not done yet is done where it is needed, and what goes wrong
/// here goes wrong there again, where it is told.
final class WarmUp implements AutoCloseable {
  private static final Viewpoint ANYWHERE = new Viewpoint(640, 480, 0, 0, 4, 0);

  private final CountDownLatch toolkit = new CountDownLatch(1);
  private final CountDownLatch window = new CountDownLatch(1);

  /// In the order in which the window will want it. What only a recording wants waits until the
  /// window is there: two processors are busy until then.
  private final List<Step> steps =
      List.of(
          Material2AL::values,
          Material2MZ::values,
          () -> StyleSheet.rehearse(Theme.DARK),
          toolkit::await,
          () -> new FontIcon(Material2AL.CLOSE),
          () -> new FontIcon(Material2MZ.PLAY_ARROW),
          window::await,
          () -> Samples.ALL.getFirst().rehearse(Samples.folder()),
          WarmUp::letters);

  /// Something done for nothing but having been done.
  private interface Step {
    void take() throws Exception;
  }

  private final Worker worker = new Worker("warm-up");
  private volatile boolean closed;

  /// Begins, and does not wait.
  void begin() {
    worker.execute(this::run);
  }

  /// JavaFX is up.
  void toolkitStarted() {
    toolkit.countDown();
  }

  /// The window is being shown.
  void windowShown() {
    window.countDown();
  }

  /// Takes one step after the other.
  ///
  /// @return what went wrong, if anything
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
      // It is told where it is wanted.
      return Optional.of(failure);
    }
  }

  /// Takes no further step, and waits for the one that is being taken.
  @Override
  public void close() {
    closed = true;
    toolkitStarted();
    windowShown();
    worker.close();
  }

  private static void letters() {
    Captions captions = new Captions("Trial 1 / 2", "tick 0", List.of());
    new PlateLayout(Palette.DARK).of(captions, LengthUnit.METRES, ANYWHERE, 1, 1);
  }
}
