package dev.hindsight.trainer.task;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Threads that share the numbered parts of a task, each with a tool of its own: something that
/// only one thread may use at a time, and that takes long to open. Which thread does a part, and
/// with which tool, is up to chance, so the result of a part must not depend on either. One owner
/// thread.
///
/// @param <T> the tool
public final class ToolThreads<T> implements AutoCloseable {
  private final Supplier<T> opening;
  private final Consumer<T> closing;
  private final WorkerThreads threads;
  private final int count;
  private final Deque<T> free = new ConcurrentLinkedDeque<>();
  private final Deque<T> opened = new ConcurrentLinkedDeque<>();

  /// A part of a task.
  ///
  /// @param <T> the tool
  @FunctionalInterface
  public interface Part<T> {
    /// Does a part; what it throws ends the task.
    void run(T tool, int part);
  }

  /// @param name of the threads
  /// @param count of threads, including the owner
  /// @param first the tool of the owner, closed by the owner
  /// @param opening opens another one, on the thread that needs it
  /// @param closing closes what `opening` opened
  public ToolThreads(String name, int count, T first, Supplier<T> opening, Consumer<T> closing) {
    this.opening = opening;
    this.closing = closing;
    this.count = count;
    threads = new WorkerThreads(name, count);
    free.add(first);
  }

  /// Does all parts and returns when they are done. Parts begin in their order. If some parts fail,
  /// it throws what the first of them threw, and the parts after that one may not have been done.
  ///
  /// @param done receives the number of parts done so far, on the owner's thread, now and then
  public void run(int parts, Part<T> part, Progress done, String what) {
    Thread owner = Thread.currentThread();
    AtomicInteger next = new AtomicInteger();
    AtomicInteger finished = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger(parts);
    AtomicReferenceArray<@Nullable Throwable> failures = new AtomicReferenceArray<>(parts);
    // Each thread takes the next part of all, not of a range of its own: parts take different
    // times, and callers put the longest first.
    threads.run(
        count,
        _ -> {
          for (int number = next.getAndIncrement();
              number < failed.get();
              number = next.getAndIncrement()) {
            try {
              withTool(part, number);
              int sum = finished.incrementAndGet();
              if (Thread.currentThread().equals(owner)) {
                done.report(sum, parts, what);
              }
            } catch (RuntimeException | Error failure) {
              failures.set(number, failure);
              int _ = failed.accumulateAndGet(number, Math::min);
            }
          }
        });
    if (failed.get() < parts) {
      WorkerThreads.rethrow(failures.get(failed.get()));
    }
  }

  private void withTool(Part<T> part, int number) {
    T tool = free.pollFirst();
    if (tool == null) {
      tool = opening.get();
      opened.add(tool);
    }
    try {
      part.run(tool, number);
    } finally {
      free.addFirst(tool);
    }
  }

  /// Ends the threads and closes the tools that they opened.
  @Override
  public void close() {
    threads.close();
    List<T> all = new ArrayList<>(opened);
    opened.clear();
    all.forEach(closing);
  }
}
