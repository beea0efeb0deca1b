package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.Problem;

/// How far a panel is with the attention of what it shows.
public sealed interface AttentionState {
  /// Nobody is selected, or there are no ticks.
  record NoAgent() implements AttentionState {}

  /// It is being computed.
  record Computing() implements AttentionState {}

  /// There is none to be had.
  record Unavailable(Problem problem) implements AttentionState {}

  /// Here it is.
  record Available(AttentionReading reading) implements AttentionState {}
}
