package dev.hindsight.trainer.task;

import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/// Threads that share the numbered parts of a task with the thread that asks for it. Which thread
/// does which part is up to chance, so parts must not depend on each other. One owner thread.
public final class WorkerThreads implements AutoCloseable {
  private final int others;

  /// All threads meet here before a task and after it.
  private final Phaser phaser;

  private final AtomicInteger next = new AtomicInteger();

  // The phaser orders writes before a task with reads in it.
  private IntConsumer part = _ -> {};
  private int parts;
  private boolean closed;

  /// @param name of the threads
  /// @param threads in all, that of the owner included
  public WorkerThreads(String name, int threads) {
    others = threads - 1;
    phaser = new Phaser(threads);
    NamedDaemons daemons = new NamedDaemons(name);
    for (int i = 0; i < others; i++) {
      daemons.newThread(this::work).start();
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
    next.set(0);
    meet();
    takeParts();
    meet();
  }

  private void work() {
    for (meet(); !closed; meet()) {
      takeParts();
      meet();
    }
  }

  private void meet() {
    int _ = phaser.arriveAndAwaitAdvance();
  }

  private void takeParts() {
    for (int i = next.getAndIncrement(); i < parts; i = next.getAndIncrement()) {
      part.accept(i);
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
