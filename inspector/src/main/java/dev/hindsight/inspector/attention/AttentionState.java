package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.Problem;

/// The state of the attention that a panel shows.
public sealed interface AttentionState {
  /// No agent is selected, or there are no ticks.
  record NoAgent() implements AttentionState {}

  /// It is being computed.
  record Computing() implements AttentionState {}

  /// It cannot be computed.
  record Unavailable(Problem problem) implements AttentionState {}

  /// It is available.
  record Available(AttentionReading reading) implements AttentionState {}
}
