package dev.hindsight.app.fx;

import dev.hindsight.trainer.task.LatestValue;
import java.util.function.Consumer;
import javafx.application.Platform;

/// The only way onto the FX thread.
public final class FxThread {
  private FxThread() {}

  /// Runs work there, at once if this is it.
  public static void run(Runnable work) {
    if (Platform.isFxApplicationThread()) {
      work.run();
    } else {
      Platform.runLater(work);
    }
  }

  /// Runs work there when what it does now is done, even if this is it.
  public static void later(Runnable work) {
    Platform.runLater(work);
  }

  /// A listener for any thread, however often it is called: the FX thread gets the newest value and
  /// is woken once a batch.
  public static <T> Consumer<T> newest(Consumer<T> onFxThread) {
    LatestValue<T> slot = new LatestValue<>();
    return value -> {
      if (slot.offer(value)) {
        Platform.runLater(() -> slot.take().ifPresent(onFxThread));
      }
    };
  }
}
