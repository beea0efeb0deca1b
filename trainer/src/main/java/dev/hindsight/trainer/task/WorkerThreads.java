package dev.hindsight.trainer.task;

import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;

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

  /// Runs all parts and returns when they are done.
  ///
  /// @param task of the numbers `0..count-1`, each once; throws nothing
  public void run(int count, IntConsumer task) {
    if (others == 0) {
      for (int i = 0; i < count; i++) {
        task.accept(i);
      }
      return;
    }
    part = task;
    parts = count;
    for (int thread = 0; thread <= others; thread++) {
      next.set(thread * APART, begin(thread));
    }
    meet();
    takeParts(0);
    meet();
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
        part.accept(i);
      }
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
