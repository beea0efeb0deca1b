package dev.hindsight.trainer.outcome;

/// What an event means for the agent that caused it.
public enum EventRole {
  /// It is what the agent is for, such as a goal.
  GOOD,
  /// It spoils the trial: without a recorded score, an agent that caused it scores 0, and a trial
  /// of an evaluation went wrong where it happened.
  FAILURE,
  /// It is neither.
  NEUTRAL
}
