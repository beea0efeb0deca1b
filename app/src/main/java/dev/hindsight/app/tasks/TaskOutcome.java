package dev.hindsight.app.tasks;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.trainer.task.TaskState;
import java.nio.file.Path;
import java.util.Optional;

/// How a job ended.
public sealed interface TaskOutcome {
  /// The job succeeded.
  ///
  /// @param file its file, if it wrote one
  record Done(Optional<Path> file) implements TaskOutcome {}

  /// The user cancelled it.
  record Cancelled() implements TaskOutcome {}

  /// The job failed.
  ///
  /// @param notice what the user was shown
  record Failed(Notice notice) implements TaskOutcome {}

  /// The outcome in a word or a line.
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
