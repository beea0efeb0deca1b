package dev.hindsight.app.fx;

import dev.hindsight.trainer.task.LatestValue;
import java.util.function.Consumer;
import javafx.application.Platform;

/// The only way to run code on the FX thread.
public final class FxThread {
  private FxThread() {}

  /// Runs work on the FX thread, at once if this is it.
  public static void run(Runnable work) {
    if (Platform.isFxApplicationThread()) {
      work.run();
    } else {
      Platform.runLater(work);
    }
  }

  /// Runs work on the FX thread later, even if this is it.
  public static void later(Runnable work) {
    Platform.runLater(work);
  }

  /// A listener for any thread, called any number of times: passes the newest value to the FX
  /// thread, waking it once per batch.
  public static <T> Consumer<T> newest(Consumer<T> onFxThread) {
    LatestValue<T> slot = new LatestValue<>();
    return value -> {
      if (slot.offer(value)) {
        Platform.runLater(() -> slot.take().ifPresent(onFxThread));
      }
    };
  }
}
