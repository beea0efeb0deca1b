package dev.hindsight.trainer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/// The parts that an object has opened while it is built. If it cannot be completed, they are
/// closed, the last one first; otherwise it owns them. One owner thread.
///
/// ```
/// try (OpenedParts parts = new OpenedParts()) {
///   Whole whole = new Whole(parts);
///   parts.handOver();
///   return whole;
/// }
/// ```
public final class OpenedParts implements AutoCloseable {
  private final Deque<Runnable> closings = new ArrayDeque<>();

  /// Adds a part.
  ///
  /// @param closing how to close it
  /// @return the part
  public <T> T add(T part, Consumer<? super T> closing) {
    closings.push(() -> closing.accept(part));
    return part;
  }

  /// The object is complete and closes its parts itself.
  public void handOver() {
    closings.clear();
  }

  /// Closes all parts, also if closing one of them fails.
  @Override
  public void close() {
    if (!closings.isEmpty()) {
      try {
        closings.pop().run();
      } finally {
        close();
      }
    }
  }
}
