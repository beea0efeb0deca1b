package dev.hindsight.app.tasks;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.trainer.task.TaskState;
import java.nio.file.Path;
import java.util.Optional;

/// How a job ended.
public sealed interface TaskOutcome {
  /// It was done.
  ///
  /// @param file what it made, if that is a file
  record Done(Optional<Path> file) implements TaskOutcome {}

  /// It was stopped.
  record Cancelled() implements TaskOutcome {}

  /// It went wrong.
  ///
  /// @param notice what the user was told
  record Failed(Notice notice) implements TaskOutcome {}

  /// In a word or a line.
  default String words() {
    return switch (this) {
      case Done _ -> "done";
      case Cancelled _ -> "cancelled";
      case Failed failed -> failed.notice().headline();
    };
  }

  static <T> TaskOutcome of(TaskState.Ended<? extends T> end, BackgroundTask<T> backgroundTask) {
    return switch (end) {
      case TaskState.Done<? extends T> done -> new Done(backgroundTask.file().apply(done.result()));
      case TaskState.Cancelled<? extends T> _ -> new Cancelled();
      case TaskState.Failed<? extends T> failed -> new Failed(Notice.of(failed.cause()));
    };
  }
}
