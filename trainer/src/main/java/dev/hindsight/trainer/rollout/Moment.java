package dev.hindsight.trainer.rollout;

import java.util.Arrays;
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
    Optional<Channel> channel = channel(name);
    float[] row = new float[each(channel)];
    channel.ifPresent(c -> c.read(tick, agent * row.length, row, row.length));
    return row;
  }

  /// The same numbers exactly, where the channel holds integers: a float holds those beyond 2^24
  /// only rounded. Empty for a channel of other numbers too.
  public long[] integers(String name) {
    Optional<Channel> channel = channel(name).filter(c -> isInteger(c.spec().type()));
    long[] row = new long[each(channel)];
    channel.ifPresent(c -> Arrays.setAll(row, i -> c.integer(tick, agent * row.length + i)));
    return row;
  }

  private static boolean isInteger(Dtype type) {
    return switch (type) {
      case I1, U1, I2, I4, I8, BOOL -> true;
      case F2, F4, F8 -> false;
    };
  }

  private Optional<Channel> channel(String name) {
    int agents = rollout.manifest().agents();
    return rollout
        .channel(name)
        .filter(c -> ofAgent() && c.spec().perAgent() && c.rowLength() % agents == 0);
  }

  private int each(Optional<Channel> channel) {
    return channel.map(c -> c.rowLength() / rollout.manifest().agents()).orElse(0);
  }

  /// The selected agent's observation, one number per dimension of the layout; empty if it is not
  /// recorded or no agent is selected.
  public float[] observation() {
    float[] seen = row("observation");
    return seen.length == rollout.manifest().observation().size() ? seen : new float[0];
  }
}
