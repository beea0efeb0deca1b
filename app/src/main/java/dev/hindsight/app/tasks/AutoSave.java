package dev.hindsight.app.tasks;

import dev.hindsight.trainer.task.LatestValue;
import java.util.Objects;
import java.util.function.Consumer;

/// Saves a value whenever it has changed, including the last change before the window closes, so
/// that a killed program loses nothing; of several pending values it writes only the newest.
/// Watches a store. FX thread.
///
/// @param <T> an immutable value with `equals`
public final class AutoSave<T> implements Consumer<T> {
  private final BackgroundTasks backgroundTasks;
  private final String title;
  private final Consumer<T> file;
  private final LatestValue<T> newest = new LatestValue<>();
  private T written;

  /// @param title a description: "Saving the layout"
  /// @param known the value saved already
  /// @param file writes a value on a background thread, one after the other
  public AutoSave(BackgroundTasks backgroundTasks, String title, T known, Consumer<T> file) {
    this.backgroundTasks = backgroundTasks;
    this.title = title;
    this.written = known;
    this.file = file;
  }

  @Override
  public void accept(T value) {
    // At the start it is the same object, and the first `equals` of a record would take 20 ms.
    if (Objects.equals(value, written)) {
      return;
    }
    written = value;
    if (newest.offer(value)) {
      backgroundTasks.startEssential(title, (_, _) -> write(), _ -> {});
    }
  }

  private boolean write() {
    newest.take().ifPresent(file);
    return true;
  }
}
