package dev.hindsight.trainer.task;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// A job started by [Tasks]: its progress, its result, and a way to stop it. Any thread.
///
/// @param <T> the job's result
public final class TaskHandle<T> {
  private final String name;
  private final Job<T> job;
  private final Cancellation cancellation = new Cancellation();
  private final LatestValue<TaskProgress> progress = new LatestValue<>();
  private final CompletableFuture<TaskState.Ended<T>> ended = new CompletableFuture<>();
  private volatile boolean running;

  TaskHandle(String name, Job<T> job) {
    this.name = name;
    this.job = job;
  }

  /// The name for people: "Recording town02".
  public String name() {
    return name;
  }

  /// Its progress: only the newest value, for one reader.
  public LatestValue<TaskProgress> progress() {
    return progress;
  }

  /// The state of the job.
  public TaskState<T> state() {
    TaskState<T> unfinished = running ? new TaskState.Running<>() : new TaskState.Waiting<>();
    return ended.isDone() ? ended.join() : unfinished;
  }

  /// Requests the job to stop; a waiting job ends at once, a running one at its next check.
  public void cancel() {
    cancellation.cancel();
    if (!running) {
      ended.complete(new TaskState.Cancelled<>());
    }
  }

  /// Calls a listener once when the job ends, or at once if it has ended.
  ///
  /// @param executor calls the listener
  public void whenEnded(Executor executor, Consumer<? super TaskState.Ended<T>> listener) {
    var _ = ended.thenAccept(end -> executor.execute(() -> listener.accept(end)));
  }

  /// Waits for the end: for the command line and tests, never for the thread that paints.
  ///
  /// @return the job's result
  /// @throws CancellationException if it was stopped
  /// @throws RuntimeException what the job threw; a checked exception inside a
  ///   [CompletionException]
  public T await() {
    return switch (ended.join()) {
      case TaskState.Done<T> done -> done.result();
      case TaskState.Cancelled<T> _ -> throw new CancellationException("cancelled");
      case TaskState.Failed<T> failed ->
          throw failed.cause() instanceof RuntimeException known
              ? known
              : new CompletionException(failed.cause());
    };
  }

  /// Runs the job on the calling thread, whatever it throws.
  void run() {
    running = true;
    if (!ended.isDone()) {
      ended.complete(outcome());
    }
  }

  // The handle reports whatever a job throws; thrown on, it would end in a thread that is not
  // watched.
  private TaskState.Ended<T> outcome() {
    long start = System.nanoTime();
    Progress report =
        (done, total, what) ->
            progress.offer(
                new TaskProgress(done, total, what, Duration.ofNanos(System.nanoTime() - start)));
    try {
      cancellation.throwIfCancelled();
      return new TaskState.Done<>(job.run(report, cancellation));
    } catch (CancellationException _) {
      return new TaskState.Cancelled<>();
    } catch (Throwable e) {
      return new TaskState.Failed<>(e);
    }
  }
}
