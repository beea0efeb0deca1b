package dev.hindsight.trainer.task;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// Runs jobs in the background, a few at a time; the others wait.
///
/// Its threads are named daemons: a job that never ends cannot keep the program alive. Any thread
/// may start jobs.
public final class Tasks implements AutoCloseable {
  /// How long closing waits for stopped jobs to clean up unfinished output.
  private static final long PATIENCE_SECONDS = 5;

  private final ExecutorService threads;
  private final Worker inOrder = new Worker("task-in-order");
  private final Set<TaskHandle<?>> unfinished = ConcurrentHashMap.newKeySet();

  /// @param atOnce the most jobs that run at the same time
  public Tasks(int atOnce) {
    threads = Executors.newFixedThreadPool(atOnce, new NamedDaemons("task"));
  }

  /// Starts a job, or queues it behind those that wait.
  ///
  /// @param name for people: "Recording town02"
  public <T> TaskHandle<T> start(String name, Job<T> job) {
    TaskHandle<T> handle = new TaskHandle<>(name, job);
    unfinished.add(handle);
    handle.whenEnded(Runnable::run, _ -> unfinished.remove(handle));
    threads.execute(handle::run);
    return handle;
  }

  /// Starts a short job that must not be lost, for instance writing a small file: these jobs run
  /// one after the other, do not wait for other jobs, and [#close] waits for all of them.
  public <T> TaskHandle<T> startInOrder(String name, Job<T> job) {
    TaskHandle<T> handle = new TaskHandle<>(name, job);
    inOrder.execute(handle::run);
    return handle;
  }

  /// Finishes the jobs that must not be lost, stops all others, and waits a few seconds for them to
  /// clean up.
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
