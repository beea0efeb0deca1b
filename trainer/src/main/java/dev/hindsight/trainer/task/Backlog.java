package dev.hindsight.trainer.task;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// As [LatestValue], but nothing is lost: the reader gets all values since it last looked, in
/// order.
///
/// Any thread may write, any may read; neither ever waits. What nobody takes stays in memory.
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
  /// @return true if there was none, so that exactly one wake-up per batch need be sent
  public boolean offer(T value) {
    return newest.getAndUpdate(before -> new Link.Value<>(value, before)) instanceof Link.End;
  }

  /// Takes all values out, oldest first.
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
