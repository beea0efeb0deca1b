package dev.hindsight.app.tasks;

import dev.hindsight.trainer.task.LatestValue;
import java.util.function.Consumer;

/// Writes a value down whenever it has become another, also the last one before the window closes,
/// so that a program that is killed has lost nothing it was told; of several that wait only the
/// newest is written. To watch a store with. FX thread.
///
/// @param <T> an immutable value with `equals`
public final class AutoSave<T> implements Consumer<T> {
  private final BackgroundTasks backgroundTasks;
  private final String title;
  private final Consumer<T> file;
  private final LatestValue<T> newest = new LatestValue<>();
  private T written;

  /// @param title what it does: "Saving the layout"
  /// @param known what is written down already
  /// @param file gets a value on a background thread, one after the other
  public AutoSave(BackgroundTasks backgroundTasks, String title, T known, Consumer<T> file) {
    this.backgroundTasks = backgroundTasks;
    this.title = title;
    this.written = known;
    this.file = file;
  }

  @Override
  public void accept(T value) {
    if (value.equals(written)) {
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
