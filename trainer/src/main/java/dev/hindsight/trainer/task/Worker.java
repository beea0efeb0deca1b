package dev.hindsight.trainer.task;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// One named background thread that runs small pieces of work in order, for instance writing while
/// its owner continues.
///
/// A daemon: it never keeps the program from ending. Callers must limit the amount of waiting work.
public final class Worker implements AutoCloseable {
  private final ExecutorService thread;

  /// Starts an idle thread with a name.
  public Worker(String name) {
    thread = Executors.newSingleThreadExecutor(new NamedDaemons(name));
  }

  /// Queues work; returns at once.
  public void execute(Runnable work) {
    thread.execute(work);
  }

  /// Waits until all queued work is done, and ends the thread. An interrupt is postponed, because
  /// half-written output is useless.
  @Override
  public void close() {
    thread.shutdown();
    boolean interrupted = false;
    boolean ended = false;
    while (!ended) {
      try {
        ended = thread.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
