package dev.hindsight.render.film;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/// Native objects with one owner, freed in reverse order of creation.
final class NativeStack implements AutoCloseable {
  private final Deque<Runnable> frees = new ArrayDeque<>();

  /// Adds a new object.
  ///
  /// @param made result of an allocating function; null if memory ran out
  /// @param free frees the object
  <T extends Pointer> T own(@Nullable T made, Consumer<T> free) {
    if (made == null || made.isNull()) {
      throw new OutOfMemoryError("native memory for a film");
    }
    frees.push(() -> free.accept(made));
    return made;
  }

  @Override
  public void close() {
    while (!frees.isEmpty()) {
      frees.pop().run();
    }
  }
}
