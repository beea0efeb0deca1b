package dev.hindsight.trainer.task;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// A slot between a fast writer and a slow reader: the reader gets the newest value once and misses
/// older ones.
///
/// Any thread may write, any may read; neither ever waits.
///
/// @param <T> an immutable value
public final class LatestValue<T> {
  private final AtomicReference<Optional<T>> slot = new AtomicReference<>(Optional.empty());

  /// Puts a value in the slot.
  ///
  /// @return true if the slot was empty, so that exactly one wake-up per batch need be sent
  public boolean offer(T value) {
    return slot.getAndSet(Optional.of(value)).isEmpty();
  }

  /// Takes the newest value and empties the slot.
  public Optional<T> take() {
    return slot.getAndSet(Optional.empty());
  }
}
