package dev.hindsight.app;

import dev.hindsight.app.fx.FxThread;
import java.util.function.BooleanSupplier;
import javafx.application.Platform;
import javafx.scene.Group;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;

/// Waits for frames of a window, for measurements. FX thread.
final class FrameWaiter {
  /// The number of frames that must have begun before the first of them is certainly on the screen:
  /// JavaFX paints one while it lays out the next.
  private static final int FRAMES = 2;

  private FrameWaiter() {}

  /// Continues once a condition holds and a frame in which it holds has been painted.
  static void once(Scene scene, BooleanSupplier so, Runnable then) {
    int[] begun = {0};
    each(
        scene,
        () -> {
          begun[0] += begun[0] > 0 || so.getAsBoolean() ? 1 : 0;
          return begun[0] <= FRAMES;
        },
        () ->
            FxThread.later(() -> {
              awaitPainter();
              then.run();
            }));
  }

  /// Waits until everything that was to be painted has been: a frame may take longer than those
  /// after it, in which nothing has changed, and JavaFX paints one thing after the other.
  private static void awaitPainter() {
    var _ = new Group().snapshot(null, new WritableImage(1, 1));
  }

  /// Runs after every frame's layout, when the frame before it has been painted. Requests the next
  /// frame as long as it should continue.
  ///
  /// @param more whether to continue
  /// @param then runs at the end
  static void each(Scene scene, BooleanSupplier more, Runnable then) {
    Runnable[] listener = new Runnable[1];
    listener[0] =
        () -> {
          if (more.getAsBoolean()) {
            Platform.requestNextPulse();
          } else {
            scene.removePostLayoutPulseListener(listener[0]);
            then.run();
          }
        };
    scene.addPostLayoutPulseListener(listener[0]);
    Platform.requestNextPulse();
  }
}
