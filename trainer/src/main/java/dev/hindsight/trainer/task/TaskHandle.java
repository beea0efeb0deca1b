package dev.hindsight.trainer.task;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// A job that was handed to [Tasks]: how far it is, how it ended, and a way to stop it. Any thread
/// may ask.
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

  /// How far it is: newest value only, for one reader.
  public LatestValue<TaskProgress> progress() {
    return progress;
  }

  /// Where it is in its life.
  public TaskState<T> state() {
    TaskState<T> unfinished = running ? new TaskState.Running<>() : new TaskState.Waiting<>();
    return ended.isDone() ? ended.join() : unfinished;
  }

  /// Asks it to stop; one that still waits ends at once, one that runs when it next looks.
  public void cancel() {
    cancellation.cancel();
    if (!running) {
      ended.complete(new TaskState.Cancelled<>());
    }
  }

  /// Hears of the end once, also when it has come already.
  ///
  /// @param executor where the listener is called
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

  // Whatever a job throws is told through the handle; thrown on, it would end in a thread nobody
  // watches.
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
