package dev.hindsight.trainer.rollout;

import java.util.Optional;

/// What the user is looking at: a recording, a tick of it, and perhaps one agent.
///
/// @param rollout the recording
/// @param tick `0..ticks-1`
/// @param agent the selected agent's index, or [#NO_AGENT]
public record Moment(Rollout rollout, int tick, int agent) {
  /// No agent is selected.
  public static final int NO_AGENT = -1;

  /// Whether an agent of the recording is selected, and the tick is one of its.
  public boolean ofAgent() {
    return agent >= 0 && agent < rollout.manifest().agents() && tick >= 0 && tick < rollout.ticks();
  }

  /// The selected agent's part of a channel that has as many numbers for each agent; empty where
  /// there is no such channel, or not [#ofAgent()].
  public float[] row(String name) {
    int agents = rollout.manifest().agents();
    Optional<Channel> channel =
        rollout
            .channel(name)
            .filter(c -> ofAgent() && c.spec().perAgent() && c.rowLength() % agents == 0);
    float[] row = new float[channel.map(c -> c.rowLength() / agents).orElse(0)];
    channel.ifPresent(c -> c.read(tick, agent * row.length, row, row.length));
    return row;
  }

  /// What the selected agent saw, one number for each of the observation's layout; empty where that
  /// is not recorded, or not [#ofAgent()].
  public float[] observation() {
    float[] seen = row("observation");
    return seen.length == rollout.manifest().observation().size() ? seen : new float[0];
  }
}
