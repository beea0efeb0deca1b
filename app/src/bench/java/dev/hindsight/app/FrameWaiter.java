package dev.hindsight.app;

import java.util.function.BooleanSupplier;
import javafx.application.Platform;
import javafx.scene.Scene;

/// Waits for frames of a window, for what measures it. FX thread.
final class FrameWaiter {
  /// Frames that have begun when the first of them is surely on the screen: JavaFX paints one while
  /// it lays out the next.
  private static final int FRAMES = 2;

  private FrameWaiter() {}

  /// Goes on once something is so and a frame in which it is has been painted.
  static void once(Scene scene, BooleanSupplier so, Runnable then) {
    int[] begun = {0};
    each(
        scene,
        () -> {
          begun[0] += begun[0] > 0 || so.getAsBoolean() ? 1 : 0;
          return begun[0] <= FRAMES;
        },
        then);
  }

  /// Looks at every frame once it has been laid out; the one before has been painted by then. Asks
  /// for the next as long as there is to be one.
  ///
  /// @param more whether to go on
  /// @param then what follows
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
