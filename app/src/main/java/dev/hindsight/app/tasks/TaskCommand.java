package dev.hindsight.app.tasks;

import dev.hindsight.trainer.task.TaskProgress;

/// Everything that changes which jobs run.
sealed interface TaskCommand {
  /// A job began.
  record Begin(long number, String title) implements TaskCommand {}

  /// A job got further.
  record Advance(long number, TaskProgress progress) implements TaskCommand {}

  /// A job ended, somehow.
  record End(EndedTask ended) implements TaskCommand {}
}
