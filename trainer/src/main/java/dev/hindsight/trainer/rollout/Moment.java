package dev.hindsight.trainer.rollout;

/// What the user is looking at: a recording, a tick of it, and perhaps one agent.
///
/// @param rollout the recording
/// @param tick `0..ticks-1`
/// @param agent the selected agent's index, or [#NO_AGENT]
public record Moment(Rollout rollout, int tick, int agent) {
  /// No agent is selected.
  public static final int NO_AGENT = -1;
}
