package dev.hindsight.app.tasks;

import dev.hindsight.trainer.task.Job;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// A job that the strip shows, with what happens when it ends, on the owner's thread.
///
/// @param title a description: "Recording town02"
/// @param file the file of its result, if it has one: the list of finished tasks offers it
/// @param onResult receives the result
/// @param onLost receives a failure or a cancellation
/// @param <T> its result
public record BackgroundTask<T>(
    String title,
    Job<T> job,
    Function<T, Optional<Path>> file,
    Consumer<T> onResult,
    Consumer<TaskOutcome> onLost) {
  /// A task without a file.
  public static <T> BackgroundTask<T> of(String title, Job<T> job, Consumer<T> onResult) {
    return new BackgroundTask<>(title, job, _ -> Optional.empty(), onResult, _ -> {});
  }

  /// The same task, with a result in a file.
  public BackgroundTask<T> withFile(Function<T, Path> made) {
    return new BackgroundTask<>(title, job, made.andThen(Optional::of), onResult, onLost);
  }

  /// The same task, with a handler for failure and cancellation.
  public BackgroundTask<T> orElse(Consumer<TaskOutcome> lost) {
    return new BackgroundTask<>(title, job, file, onResult, lost);
  }
}
