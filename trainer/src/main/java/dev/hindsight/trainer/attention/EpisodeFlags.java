package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.util.Arrays;
import java.util.Optional;

/// The flags that one agent's memory depends on, besides its observations: where its episodes and
/// trials end, and where it is in limbo. The arrays must not change afterwards.
///
/// @param ended `[T]`, 1 if the action of that tick ended the episode, for good or at its time
///   limit
/// @param truncation `[T]`, 1 if a time limit or a trial's end cut the trace after it
/// @param removed `[T]`, 1 if the agent was in limbo
public record EpisodeFlags(byte[] ended, byte[] truncation, byte[] removed) {
  /// Checks that all arrays have the same length.
  public EpisodeFlags {
    if (ended.length != truncation.length || ended.length != removed.length) {
      throw new IllegalArgumentException("flags of different numbers of ticks");
    }
  }

  /// An agent's recorded flags; a flag that was not recorded counts as never raised.
  public static EpisodeFlags of(Rollout rollout, int agent) {
    int ticks = rollout.ticks();
    return new EpisodeFlags(
        ended(rollout, agent, ticks),
        flag(rollout, "truncation", agent, ticks),
        flag(rollout, "removed", agent, ticks));
  }

  private static byte[] ended(Rollout rollout, int agent, int ticks) {
    byte[] raised = new byte[ticks];
    EpisodeEnds ends = new EpisodeEnds(rollout);
    boolean there = agent >= 0 && agent < rollout.manifest().agents();
    for (int tick = 0; tick < ticks && there; tick++) {
      raised[tick] = (byte) (ends.ended(tick, agent) ? 1 : 0);
    }
    return raised;
  }

  private static byte[] flag(Rollout rollout, String name, int agent, int ticks) {
    byte[] raised = new byte[ticks];
    Optional<AgentColumn> column =
        AgentColumn.of(rollout, name).filter(c -> agent >= 0 && agent < c.agents());
    for (int tick = 0; tick < ticks && column.isPresent(); tick++) {
      raised[tick] = (byte) (column.get().is(tick, agent) ? 1 : 0);
    }
    return raised;
  }

  /// T.
  public int ticks() {
    return ended.length;
  }

  /// Whether the agent was on the map.
  public boolean live(int tick) {
    return removed[tick] == 0;
  }

  /// The flags of a part of the ticks.
  public EpisodeFlags part(Span span) {
    return new EpisodeFlags(
        Arrays.copyOfRange(ended, span.from(), span.to()),
        Arrays.copyOfRange(truncation, span.from(), span.to()),
        Arrays.copyOfRange(removed, span.from(), span.to()));
  }
}
