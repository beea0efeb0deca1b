package dev.hindsight.trainer.task;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

/// A request, made once from any thread, that a job stop soon and leave nothing unfinished behind.
public final class Cancellation {
  private final AtomicBoolean wished = new AtomicBoolean();

  /// Requests cancellation; a second call changes nothing.
  public void cancel() {
    wished.set(true);
  }

  /// Whether cancellation has been requested.
  public boolean isCancelled() {
    return wished.get();
  }

  /// For the inside of a job's loop.
  ///
  /// @throws CancellationException if cancellation has been requested
  public void throwIfCancelled() {
    if (wished.get()) {
      throw new CancellationException("cancelled");
    }
  }
}
