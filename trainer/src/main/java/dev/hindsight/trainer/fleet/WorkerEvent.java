package dev.hindsight.trainer.fleet;

/// What happens to a worker in a process of its own.
public sealed interface WorkerEvent {
  /// A learner knows it.
  record Joined(FleetAddress learner) implements WorkerEvent {}

  /// A learner gave it a number.
  ///
  /// @param worker from 0
  /// @param generation how often the worker of this number was replaced
  record Assigned(int worker, int generation) implements WorkerEvent {}

  /// The learner cannot be reached any more; the worker tries to join again.
  record LearnerGone(String why) implements WorkerEvent {}

  /// The run has ended.
  record Finished() implements WorkerEvent {}

  /// The learner does not want it.
  record Refused(String why) implements WorkerEvent {}
}
