package dev.hindsight.app.fx;

import dev.hindsight.trainer.task.Tasks;
import dev.hindsight.trainer.task.Worker;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// Drives panes that nobody sees, step by step, from a thread that is not the FX thread: what is on
/// its way is waited for, so that a picture taken afterwards is whole.
///
/// @param tasks runs the panes' jobs, one at a time: a job handed over last says that all before it
///   have ended
/// @param scenes draws up their scenes
public record OffscreenRunner(Tasks tasks, Worker scenes) implements AutoCloseable {
  /// With threads of its own.
  public static OffscreenRunner begin() {
    return new OffscreenRunner(new Tasks(1), new Worker("scenes"));
  }

  /// Runs on the FX thread and waits for the answer.
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

  /// Waits until all jobs have ended and their results have arrived.
  public void awaitJobs() {
    tasks.start("settling", (_, _) -> true).await();
    onFx(() -> true);
  }

  /// Waits until scenes are drawn up and have arrived.
  public void awaitScenes() {
    CompletableFuture<Boolean> idle = new CompletableFuture<>();
    scenes.execute(() -> idle.complete(true));
    idle.join();
    onFx(() -> true);
  }

  /// Waits until nothing is on its way any more: a job may ask for a scene, and that for another.
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
