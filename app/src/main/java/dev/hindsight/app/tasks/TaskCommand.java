package dev.hindsight.app.tasks;

import dev.hindsight.trainer.task.TaskProgress;

/// Everything that changes the list of jobs.
sealed interface TaskCommand {
  /// A job has started.
  record Begin(long number, String title) implements TaskCommand {}

  /// A job has made progress.
  record Advance(long number, TaskProgress progress) implements TaskCommand {}

  /// A job has ended.
  record End(EndedTask ended) implements TaskCommand {}
}
