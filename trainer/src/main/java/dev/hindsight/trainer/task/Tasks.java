package dev.hindsight.trainer.task;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// Runs jobs in the background, a few at a time; the others wait. Short jobs, for which somebody
/// waits, never wait for long ones.
///
/// Its threads are named daemons: a job that never ends cannot keep the program alive. Any thread
/// may start jobs.
public final class Tasks implements AutoCloseable {
  /// How long closing waits for stopped jobs to clean up unfinished output.
  private static final long PATIENCE_SECONDS = 5;

  private final ExecutorService threads;
  private final ExecutorService longThreads;
  private final Worker inOrder = new Worker("task-in-order");
  private final Set<TaskHandle<?>> unfinished = ConcurrentHashMap.newKeySet();

  /// @param atOnce the most short jobs, and the most long jobs, that run at the same time
  public Tasks(int atOnce) {
    threads = Executors.newFixedThreadPool(atOnce, new NamedDaemons("task"));
    longThreads = Executors.newFixedThreadPool(atOnce, new NamedDaemons("long-task"));
  }

  /// Starts a short job, or queues it behind those that wait.
  ///
  /// @param name for people: "Opening town02"
  public <T> TaskHandle<T> start(String name, Job<T> job) {
    return start(threads, name, job);
  }

  /// Starts a job that may take minutes or hours, or queues it behind the other long ones.
  ///
  /// @param name for people: "Recording town02"
  public <T> TaskHandle<T> startLong(String name, Job<T> job) {
    return start(longThreads, name, job);
  }

  private <T> TaskHandle<T> start(ExecutorService pool, String name, Job<T> job) {
    TaskHandle<T> handle = new TaskHandle<>(name, job);
    unfinished.add(handle);
    handle.whenEnded(Runnable::run, _ -> unfinished.remove(handle));
    pool.execute(handle::run);
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
    longThreads.shutdown();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    await(threads, end);
    await(longThreads, end);
  }

  private static void await(ExecutorService pool, long end) {
    try {
      if (!pool.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        pool.shutdownNow();
      }
    } catch (InterruptedException _) {
      pool.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
