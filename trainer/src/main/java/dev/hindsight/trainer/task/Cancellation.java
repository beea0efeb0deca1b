package dev.hindsight.trainer.task;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

/// A wish, raised once from any thread, that a job stop soon and leave nothing half-made behind.
public final class Cancellation {
  private final AtomicBoolean wished = new AtomicBoolean();

  /// Raises the wish; a second call changes nothing.
  public void cancel() {
    wished.set(true);
  }

  /// Whether the wish has been raised.
  public boolean isCancelled() {
    return wished.get();
  }

  /// For the inside of a job's loop.
  ///
  /// @throws CancellationException if the wish has been raised
  public void throwIfCancelled() {
    if (wished.get()) {
      throw new CancellationException("cancelled");
    }
  }
}
