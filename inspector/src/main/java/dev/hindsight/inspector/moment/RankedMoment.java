package dev.hindsight.inspector.moment;

import dev.hindsight.trainer.rollout.Span;

/// A tick worth looking at.
///
/// @param kind why
/// @param agent whose tick it is
/// @param tick in the recording
/// @param size how much: nats, reward, metres or deviations, as the kind measures
/// @param span the ticks around it, within its trial; spans of one ranking do not overlap
/// @param reason why, in a sentence
public record RankedMoment(
    MomentKind kind, int agent, int tick, double size, Span span, String reason) {}
