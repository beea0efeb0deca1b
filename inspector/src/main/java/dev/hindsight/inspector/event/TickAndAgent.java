package dev.hindsight.inspector.event;

/// A place in a recording: of those at one tick, the agent with the lower index comes first.
///
/// @param tick `0..T-1`
/// @param agent its agent, or [dev.hindsight.trainer.rollout.Moment#NO_AGENT], which comes before
///   all others
public record TickAndAgent(int tick, int agent) {}
