package dev.hindsight.trainer.task;

/// The state of a task.
///
/// @param <T> the job's result
public sealed interface TaskState<T> {
  /// All threads are busy with other tasks.
  record Waiting<T>() implements TaskState<T> {}

  /// The job runs.
  record Running<T>() implements TaskState<T> {}

  /// How a task ended.
  ///
  /// @param <T> the job's result
  sealed interface Ended<T> extends TaskState<T> {}

  /// The job published its result.
  record Done<T>(T result) implements Ended<T> {}

  /// The job failed and published nothing.
  ///
  /// @param cause a [dev.hindsight.trainer.Problem] for the user, or a bug in Hindsight
  record Failed<T>(Throwable cause) implements Ended<T> {}

  /// The job was stopped and published nothing.
  record Cancelled<T>() implements Ended<T> {}
}
