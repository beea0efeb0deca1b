package dev.hindsight.trainer.task;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Lets work end properly when the user or system ends the process: by Ctrl-C, by SIGTERM, by
/// closing the terminal.
///
/// Otherwise the process would unload native libraries under the thread that computes with them,
/// and crash. This class requests the work to stop, and the process waits until it has. Users who
/// cannot wait can still kill the process.
public final class GracefulShutdown {
  /// Counted down when what [#reporting] runs has returned.
  private static final ScopedValue<CountDownLatch> REPORTED = ScopedValue.newInstance();

  private static final Duration LONGEST_REPORT = Duration.ofSeconds(5);

  private GracefulShutdown() {}

  /// Runs something that does work with [#awaiting] and then says how it went. A process that ends
  /// during the work lives until this has been said, for some seconds at most.
  public static <T, E extends Exception> T reporting(SelfStoppingWork<T, E> command) throws E {
    CountDownLatch reported = new CountDownLatch(1);
    try {
      return ScopedValue.where(REPORTED, reported).call(command::run);
    } finally {
      reported.countDown();
    }
  }

  /// Runs work on the calling thread and lets it end properly when the process ends.
  ///
  /// @param work receives a cancellation when it should stop; the process lives until it returns
  public static <T, E extends Exception> T awaiting(Work<T, E> work) throws E {
    Cancellation cancellation = new Cancellation();
    SelfStoppingWork<T, E> selfStoppingWork = () -> work.run(cancellation);
    return awaiting(cancellation::cancel, selfStoppingWork);
  }

  /// Runs work on the calling thread and lets it end properly when the process ends.
  ///
  /// @param stop requests the work to stop, from another thread; if the process is ending already,
  ///   before the work begins
  /// @param work the process lives until it returns
  public static <T, E extends Exception> T awaiting(Runnable stop, SelfStoppingWork<T, E> work)
      throws E {
    CountDownLatch done = new CountDownLatch(1);
    CountDownLatch reported = REPORTED.isBound() ? REPORTED.get() : done;
    Thread hook =
        new NamedDaemons("process-end")
            .newThread(() -> {
              stop.run();
              await(done);
              awaitReport(reported);
            });
    if (!hook(hook)) {
      stop.run();
    }
    try {
      return work.run();
    } finally {
      done.countDown();
      unhook(hook);
    }
  }

  /// Work that may throw its own kind of exception.
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    /// Runs it.
    T run(Cancellation cancellation) throws E;
  }

  /// Work with its own way to stop.
  @FunctionalInterface
  public interface SelfStoppingWork<T, E extends Exception> {
    /// Runs it.
    T run() throws E;
  }

  /// @return false if the process is ending already
  private static boolean hook(Thread thread) {
    try {
      Runtime.getRuntime().addShutdownHook(thread);
      return true;
    } catch (IllegalStateException _) {
      return false;
    }
  }

  private static void unhook(Thread thread) {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException _) {
      // The process is ending: the hook is running and needs no removal.
      return;
    }
  }

  private static void awaitReport(CountDownLatch reported) {
    try {
      boolean _ = reported.await(LONGEST_REPORT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      // The process ends at once.
      return;
    }
  }

  private static void await(CountDownLatch done) {
    boolean over = false;
    while (!over) {
      try {
        over = done.await(1, TimeUnit.MINUTES);
      } catch (InterruptedException _) {
        over = true;
      }
    }
  }
}
