package dev.hindsight.trainer.task;

import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Threads that share the numbered parts of a task with the thread that asks for it. One owner
/// thread.
///
/// Each thread has a range of the parts, which is the same in every task with the same number of
/// parts, so that what a part works on stays in the cache of one processor. A thread that is done
/// early takes parts of the others. So which thread does a part is still up to chance, and parts
/// must not depend on each other.
public final class WorkerThreads implements AutoCloseable {
  /// Numbers this far apart are in different lines of a processor's cache, so that threads that
  /// take parts do not slow each other down.
  private static final int APART = 32;

  private final int others;

  /// All threads meet here before a task and after it.
  private final Phaser phaser;

  /// The next part of each thread's range; two threads' entries are [#APART] numbers apart.
  private final AtomicIntegerArray next;

  // The phaser orders writes before a task with reads in it.
  private IntConsumer part = _ -> {};
  private int parts;
  private boolean closed;

  /// What the first of the failed parts threw, if one failed.
  private final AtomicReference<@Nullable FailedPart> failed = new AtomicReference<>();

  private record FailedPart(int number, Throwable failure) {}

  /// @param name of the threads
  /// @param threads in all, that of the owner included
  public WorkerThreads(String name, int threads) {
    others = threads - 1;
    phaser = new Phaser(threads);
    next = new AtomicIntegerArray(threads * APART);
    NamedDaemons daemons = new NamedDaemons(name);
    for (int i = 1; i < threads; i++) {
      int thread = i;
      daemons.newThread(() -> work(thread)).start();
    }
  }

  /// Runs all parts and returns when they are done. If some fail, it throws what the first of them
  /// threw.
  ///
  /// @param task of the numbers `0..count-1`, each once
  public void run(int count, IntConsumer task) {
    if (others == 0) {
      for (int i = 0; i < count; i++) {
        task.accept(i);
      }
      return;
    }
    failed.set(null);
    part = task;
    parts = count;
    for (int thread = 0; thread <= others; thread++) {
      next.set(thread * APART, begin(thread));
    }
    meet();
    takeParts(0);
    meet();
    FailedPart first = failed.get();
    if (first != null) {
      rethrow(first.failure());
    }
  }

  /// Throws what a part threw: no part can throw a checked exception.
  static void rethrow(@Nullable Throwable failure) {
    switch (failure) {
      case RuntimeException exception -> throw exception;
      case Error error -> throw error;
      case null, default -> throw new IllegalStateException(failure);
    }
  }

  /// First part of a thread's range.
  private int begin(int thread) {
    return (int) ((long) parts * thread / (others + 1));
  }

  private void work(int thread) {
    for (meet(); !closed; meet()) {
      takeParts(thread);
      meet();
    }
  }

  private void meet() {
    int _ = phaser.arriveAndAwaitAdvance();
  }

  /// Takes the parts of the thread's own range, then what is left of the others'.
  private void takeParts(int thread) {
    for (int k = 0; k <= others; k++) {
      int range = (thread + k) % (others + 1);
      int end = begin(range + 1);
      int at = range * APART;
      for (int i = next.getAndIncrement(at); i < end; i = next.getAndIncrement(at)) {
        take(i);
      }
    }
  }

  /// A part that fails must not end its thread, for which all others would wait for ever.
  private void take(int number) {
    try {
      part.accept(number);
    } catch (RuntimeException | Error failure) {
      var _ =
          failed.accumulateAndGet(
              new FailedPart(number, failure),
              (before, now) -> before == null || now.number() < before.number() ? now : before);
    }
  }

  /// Ends the threads.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (others > 0) {
        meet();
      }
    }
  }
}
