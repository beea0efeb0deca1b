package dev.hindsight.trainer.task;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// One named background thread that does small pieces of work in the order they were handed over,
/// for something that writes while its owner goes on.
///
/// A daemon: it never keeps the program from ending. Whoever hands work over bounds how much of it
/// waits.
public final class Worker implements AutoCloseable {
  private final ExecutorService thread;

  /// A thread of that name, idle.
  public Worker(String name) {
    thread = Executors.newSingleThreadExecutor(new NamedDaemons(name));
  }

  /// Hands work over; returns at once.
  public void execute(Runnable work) {
    thread.execute(work);
  }

  /// Waits until everything handed over is done, and ends the thread. An interrupt is kept for
  /// later: half-done writing helps nobody.
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
