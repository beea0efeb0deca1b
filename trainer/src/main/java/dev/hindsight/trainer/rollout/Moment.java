package dev.hindsight.trainer.rollout;

import java.util.Optional;

/// What the user looks at: a recording, one of its ticks, and optionally a selected agent.
///
/// @param rollout the recording
/// @param tick `0..ticks-1`
/// @param agent the selected agent's index, or [#NO_AGENT]
public record Moment(Rollout rollout, int tick, int agent) {
  /// No agent is selected.
  public static final int NO_AGENT = -1;

  /// Whether an agent is selected, and agent and tick exist in the recording.
  public boolean ofAgent() {
    return agent >= 0 && agent < rollout.manifest().agents() && tick >= 0 && tick < rollout.ticks();
  }

  /// The selected agent's part of a channel with the same number of values per agent; empty without
  /// such a channel or agent.
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

  /// The selected agent's observation, one number per dimension of the layout; empty if it is not
  /// recorded or no agent is selected.
  public float[] observation() {
    float[] seen = row("observation");
    return seen.length == rollout.manifest().observation().size() ? seen : new float[0];
  }
}
