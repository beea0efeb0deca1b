package dev.hindsight.app.tasks;

import dev.hindsight.trainer.task.Job;
import java.util.function.Consumer;

/// Reads something again and again in the background, where only the newest reading counts: one
/// that began earlier may end later, and is dropped then. Used by the thread that owns the tasks.
public final class NewestReading {
  private final BackgroundTasks backgroundTasks;
  private long asked;
  private boolean running;

  /// @param backgroundTasks runs the readings
  public NewestReading(BackgroundTasks backgroundTasks) {
    this.backgroundTasks = backgroundTasks;
  }

  /// Begins a reading, as [BackgroundTasks#startHidden(String, Job, Consumer)].
  ///
  /// @param onResult receives the result, unless another reading has begun by then
  public <T> void start(String title, Job<T> job, Consumer<T> onResult) {
    long reading = ++asked;
    running = true;
    backgroundTasks.startHidden(
        title,
        job,
        result -> {
          if (reading == asked) {
            running = false;
            onResult.accept(result);
          }
        },
        () -> running &= reading != asked);
  }

  /// Whether the newest reading has not ended.
  public boolean running() {
    return running;
  }
}
