package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.util.Arrays;
import java.util.Optional;

/// What one agent's memory depends on besides what it saw: where its episodes and trials end, and
/// where it is in limbo. Arrays are not written again.
///
/// @param terminal `[T]`, 1 where the action of that tick ended the episode for good
/// @param truncation `[T]`, 1 where a limit or a trial's end cut the trace after it
/// @param removed `[T]`, 1 where the agent was in limbo
public record EpisodeFlags(byte[] terminal, byte[] truncation, byte[] removed) {
  /// Checks that all are equally long.
  public EpisodeFlags {
    if (terminal.length != truncation.length || terminal.length != removed.length) {
      throw new IllegalArgumentException("flags of different numbers of ticks");
    }
  }

  /// As an agent's recorded flags tell; a flag that was not recorded never was raised.
  public static EpisodeFlags of(Rollout rollout, int agent) {
    int ticks = rollout.ticks();
    return new EpisodeFlags(
        flag(rollout, "terminal", agent, ticks),
        flag(rollout, "truncation", agent, ticks),
        flag(rollout, "removed", agent, ticks));
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
    return terminal.length;
  }

  /// Whether the agent was on the map.
  public boolean live(int tick) {
    return removed[tick] == 0;
  }

  /// The same of a part of the ticks.
  public EpisodeFlags part(Span span) {
    return new EpisodeFlags(
        Arrays.copyOfRange(terminal, span.from(), span.to()),
        Arrays.copyOfRange(truncation, span.from(), span.to()),
        Arrays.copyOfRange(removed, span.from(), span.to()));
  }
}
