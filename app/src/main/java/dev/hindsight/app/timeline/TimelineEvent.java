package dev.hindsight.app.timeline;

/// Something that happened to an agent.
///
/// @param kind what
/// @param agent to whom
/// @param ticks while it lasted; a single tick where it has no length
public record TimelineEvent(EventKind kind, int agent, TickRange ticks) {}
