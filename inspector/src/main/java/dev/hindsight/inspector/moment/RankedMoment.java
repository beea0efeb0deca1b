package dev.hindsight.inspector.moment;

import dev.hindsight.trainer.rollout.Span;

/// A tick worth looking at.
///
/// @param recording index of its recording among those ranked together; 0 if there is only one
/// @param kind why
/// @param agent whose tick it is
/// @param tick in the recording
/// @param size how much: nats, reward, metres or deviations, as the kind measures
/// @param span the ticks around it, within its trial; spans of one recording and ranking do not
///   overlap
/// @param reason why, in a sentence
public record RankedMoment(
    int recording, MomentKind kind, int agent, int tick, double size, Span span, String reason) {
  /// Whether its surroundings overlap those of another tick of the same recording.
  boolean overlaps(int other, Span around) {
    return recording == other && !span.common(around).isEmpty();
  }
}
