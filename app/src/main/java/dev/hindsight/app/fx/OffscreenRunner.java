package dev.hindsight.app.fx;

import dev.hindsight.trainer.task.Tasks;
import dev.hindsight.trainer.task.Worker;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// Drives invisible panes step by step from a thread other than the FX thread: waits for pending
/// work, so that a picture taken afterwards is complete.
///
/// @param tasks runs the panes' jobs, one at a time: when a job submitted last has run, all before
///   it have ended
/// @param scenes builds their scenes
public record OffscreenRunner(Tasks tasks, Worker scenes) implements AutoCloseable {
  /// With threads of its own.
  public static OffscreenRunner begin() {
    return new OffscreenRunner(new Tasks(1), new Worker("scenes"));
  }

  /// Runs work on the FX thread and waits for its result.
  public static <T> T onFx(Callable<T> work) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    FxThread.run(() -> {
      try {
        answer.complete(work.call());
      } catch (Exception | AssertionError failure) {
        answer.completeExceptionally(failure);
      }
    });
    try {
      return answer.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException known ? known : failed;
    }
  }

  /// Waits until all jobs have ended and delivered their results.
  public void awaitJobs() {
    tasks.start("settling", (_, _) -> true).await();
    onFx(() -> true);
  }

  /// Waits until scenes are built and have arrived.
  public void awaitScenes() {
    CompletableFuture<Boolean> idle = new CompletableFuture<>();
    scenes.execute(() -> idle.complete(true));
    idle.join();
    onFx(() -> true);
  }

  /// Waits until nothing is pending: a job may request a scene, and a scene another job.
  public void settle() {
    for (int round = 0; round < 3; round++) {
      awaitJobs();
      awaitScenes();
    }
  }

  @Override
  public void close() {
    tasks.close();
    scenes.close();
  }
}
