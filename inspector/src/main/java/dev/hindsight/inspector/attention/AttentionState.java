package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Span;
import java.util.Optional;

/// The state of the attention that a panel shows.
public sealed interface AttentionState {
  /// No agent is selected, or there are no ticks.
  record NoAgent() implements AttentionState {}

  /// It is being computed.
  record Computing() implements AttentionState {}

  /// It cannot be computed.
  ///
  /// @param only the ticks for which it cannot; empty for all
  record Unavailable(Problem problem, Optional<Span> only) implements AttentionState {}

  /// It is available.
  record Available(AttentionReading reading) implements AttentionState {}
}
