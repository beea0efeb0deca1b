package dev.hindsight.trainer.task;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// Runs jobs beside the caller, a few at a time; the others wait their turn.
///
/// Its threads are daemons with names: a job that never ends cannot keep the program alive. With
/// [Worker], the only maker of threads. Any thread may start jobs.
public final class Tasks implements AutoCloseable {
  /// How long closing waits for stopped jobs to clear away what they had half written.
  private static final long PATIENCE_SECONDS = 5;

  private final ExecutorService threads;
  private final Worker inOrder = new Worker("task-in-order");
  private final Set<TaskHandle<?>> unfinished = ConcurrentHashMap.newKeySet();

  /// @param atOnce most jobs that run at one time
  public Tasks(int atOnce) {
    threads = Executors.newFixedThreadPool(atOnce, new NamedDaemons("task"));
  }

  /// Starts a job, or puts it at the end of those that wait.
  ///
  /// @param name for people: "Recording town02"
  public <T> TaskHandle<T> start(String name, Job<T> job) {
    TaskHandle<T> handle = new TaskHandle<>(name, job);
    unfinished.add(handle);
    handle.whenEnded(Runnable::run, _ -> unfinished.remove(handle));
    threads.execute(handle::run);
    return handle;
  }

  /// Starts a short job that must not be lost, for instance writing a small file: such jobs run one
  /// after the other, wait for no others, and [#close] waits for all of them.
  public <T> TaskHandle<T> startInOrder(String name, Job<T> job) {
    TaskHandle<T> handle = new TaskHandle<>(name, job);
    inOrder.execute(handle::run);
    return handle;
  }

  /// Finishes the jobs that must not be lost, stops all others, and waits a few seconds for them to
  /// leave nothing half-made.
  @Override
  public void close() {
    inOrder.close();
    unfinished.forEach(TaskHandle::cancel);
    threads.shutdown();
    try {
      if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException _) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
