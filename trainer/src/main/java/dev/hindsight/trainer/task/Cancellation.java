package dev.hindsight.trainer.task;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

/// A request, made once from any thread, that a job stop soon and leave nothing unfinished behind.
public final class Cancellation {
  private final AtomicBoolean requested = new AtomicBoolean();

  /// Requests cancellation; a second call changes nothing.
  public void cancel() {
    requested.set(true);
  }

  /// Whether cancellation has been requested.
  public boolean isCancelled() {
    return requested.get();
  }

  /// For the inside of a job's loop.
  ///
  /// @throws CancellationException if cancellation has been requested
  public void throwIfCancelled() {
    if (requested.get()) {
      throw new CancellationException("cancelled");
    }
  }
}
