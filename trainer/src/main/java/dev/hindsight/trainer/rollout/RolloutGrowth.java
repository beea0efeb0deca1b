package dev.hindsight.trainer.rollout;

/// Whether a recording that somebody else is making gets longer.
public enum RolloutGrowth {
  /// It is being written, or has become longer since it was looked at last.
  GROWING,
  /// Nobody writes it any more and it was not finished: its writer died. It may still go on, where
  /// a writer does not lock its file.
  STOPPED,
  /// It was finished: nothing will come any more.
  FINISHED,
  /// It was taken away, or another recording lies in its place; what was read stays readable.
  GONE
}
