package dev.hindsight.app.tasks;

import dev.hindsight.trainer.task.Job;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Work that the strip shows, and what is to be done when it ends, on the owner's thread.
///
/// @param title what it does: "Recording town02"
/// @param file what its result lies in, where that is a file: the list of finished work offers it
/// @param onResult gets the result
/// @param onLost hears of a failure or a cancellation
/// @param <T> the result
public record BackgroundTask<T>(
    String title,
    Job<T> job,
    Function<T, Optional<Path>> file,
    Consumer<T> onResult,
    Consumer<TaskOutcome> onLost) {
  /// An errand without a file.
  public static <T> BackgroundTask<T> of(String title, Job<T> job, Consumer<T> onResult) {
    return new BackgroundTask<>(title, job, _ -> Optional.empty(), onResult, _ -> {});
  }

  /// The same, whose result lies in a file.
  public BackgroundTask<T> withFile(Function<T, Path> made) {
    return new BackgroundTask<>(title, job, made.andThen(Optional::of), onResult, onLost);
  }

  /// The same, with somebody who has to know when it comes to nothing.
  public BackgroundTask<T> orElse(Consumer<TaskOutcome> lost) {
    return new BackgroundTask<>(title, job, file, onResult, lost);
  }
}
