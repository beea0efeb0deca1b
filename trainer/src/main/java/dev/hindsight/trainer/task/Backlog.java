package dev.hindsight.trainer.task;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// Like [LatestValue], but without loss: the reader gets all values since its last read, in order.
///
/// Any thread may write, any may read; neither ever waits. Values that are never taken stay in
/// memory.
///
/// @param <T> an immutable value
public final class Backlog<T> {
  private final AtomicReference<Link<T>> newest = new AtomicReference<>(new Link.End<>());

  private sealed interface Link<T> {
    record End<T>() implements Link<T> {}

    record Value<T>(T value, Link<T> before) implements Link<T> {}
  }

  /// Adds a value.
  ///
  /// @return true if the backlog was empty, so that exactly one wake-up per batch need be sent
  public boolean offer(T value) {
    return newest.getAndUpdate(before -> new Link.Value<>(value, before)) instanceof Link.End;
  }

  /// Takes all values, oldest first.
  public List<T> take() {
    Deque<T> values = new ArrayDeque<>();
    Link<T> link = newest.getAndSet(new Link.End<>());
    while (link instanceof Link.Value<T>(T value, Link<T> before)) {
      values.addFirst(value);
      link = before;
    }
    return new ArrayList<>(values);
  }
}
