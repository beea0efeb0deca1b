package dev.hindsight.trainer.task;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// What becomes of work when its process is asked to end: by Ctrl-C, by SIGTERM, by a terminal that
/// closes.
///
/// Left alone, the process would unload native libraries under the thread that computes with them,
/// and crash. Here the work is asked to stop and the process waits until it has. Who cannot wait
/// kills the process for good.
public final class GracefulShutdown {
  private GracefulShutdown() {}

  /// Does work on the calling thread that ends well whatever ends the process.
  ///
  /// @param work is told by its cancellation that it is to stop; the process lives until it returns
  public static <T, E extends Exception> T awaiting(Work<T, E> work) throws E {
    Cancellation cancellation = new Cancellation();
    SelfStoppingWork<T, E> selfStoppingWork = () -> work.run(cancellation);
    return awaiting(cancellation::cancel, selfStoppingWork);
  }

  /// Does work on the calling thread that ends well whatever ends the process.
  ///
  /// @param stop asks it to stop, from another thread; where the process is ending already, before
  ///   it begins
  /// @param work the process lives until it returns
  public static <T, E extends Exception> T awaiting(Runnable stop, SelfStoppingWork<T, E> work)
      throws E {
    CountDownLatch done = new CountDownLatch(1);
    Thread hook =
        new NamedDaemons("process-end")
            .newThread(() -> {
              stop.run();
              await(done);
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

  /// Work that may fail in its own way.
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    /// Does it.
    T run(Cancellation cancellation) throws E;
  }

  /// Work that knows by itself how it is stopped.
  @FunctionalInterface
  public interface SelfStoppingWork<T, E extends Exception> {
    /// Does it.
    T run() throws E;
  }

  /// @return false where the process is ending already
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
      // The process is ending: the hook runs, and has just been let go.
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
