package dev.hindsight.trainer.rollout;

/// Whether a recording of another process is growing.
public enum RolloutGrowth {
  /// It is being written, or has grown since the last check.
  GROWING,
  /// No process writes it any more, and it was not finished: its writer died. If the writer does
  /// not lock its file, it may still continue.
  STOPPED,
  /// It is finished: nothing more will come.
  FINISHED,
  /// It was deleted, or another recording has its name; what was read stays readable.
  GONE
}
