package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.rollout.Span;
import java.util.OptionalInt;

/// Where a condition holds, a bit for each tick and agent. Immutable, any thread.
///
/// A hit *begins* where it holds and did not hold at the tick before.
public final class ConditionHits {
  /// Stands for any agent.
  public static final int ANYONE = -1;

  private final long[] bits;
  private final int ticks;
  private final int agents;

  /// @param bits `[ticks * agents]`, the agents of a tick side by side; copied
  /// @param agents 1 if the condition is about ticks
  ConditionHits(long[] bits, int ticks, int agents) {
    this.bits = bits.clone();
    this.ticks = ticks;
    this.agents = agents;
  }

  /// Number of ticks scanned.
  public int ticks() {
    return ticks;
  }

  /// Number of agents scanned; 1 if the condition is about ticks.
  public int agents() {
    return agents;
  }

  /// Whether it holds.
  ///
  /// @param agent or [#ANYONE]
  public boolean at(int tick, int agent) {
    if (agent != ANYONE) {
      return bit(tick, agent);
    }
    int from = tick * agents;
    return next(from, from + agents) >= 0;
  }

  /// Whether a hit begins.
  ///
  /// @param agent or [#ANYONE]: a hit begins for at least one agent
  public boolean begins(int tick, int agent) {
    if (agent != ANYONE) {
      return bit(tick, agent) && (tick == 0 || !bit(tick - 1, agent));
    }
    for (int i = 0; i < agents; i++) {
      if (begins(tick, i)) {
        return true;
      }
    }
    return false;
  }

  /// The first agent, from the given index on, for which it holds at a tick.
  public OptionalInt agentFrom(int tick, int agent) {
    int found = next(tick * agents + agent, (tick + 1) * agents);
    return found < 0 ? OptionalInt.empty() : OptionalInt.of(found - tick * agents);
  }

  /// The first tick, from the given one on, at which it holds for any agent; [#ticks()] if there is
  /// none.
  public int tickFrom(int tick) {
    int found = tick >= ticks ? -1 : next(tick * agents, ticks * agents);
    return found < 0 ? ticks : Math.floorDiv(found, agents);
  }

  /// Number of (tick, agent) pairs at which it holds.
  public long count() {
    long count = 0;
    for (long word : bits) {
      count += Long.bitCount(word);
    }
    return count;
  }

  /// Number of hits that begin.
  ///
  /// @param agent or [#ANYONE], for all agents together
  public int beginnings(int agent) {
    int count = 0;
    for (int tick = 0; tick < ticks; tick++) {
      if (agent != ANYONE) {
        count += begins(tick, agent) ? 1 : 0;
      } else if (at(tick, ANYONE)) {
        for (int i = 0; i < agents; i++) {
          count += begins(tick, i) ? 1 : 0;
        }
      }
    }
    return count;
  }

  /// The span from a tick to where the condition stops holding; empty if it does not hold at the
  /// tick.
  public Span holding(int tick, int agent) {
    int end = tick;
    while (end < ticks && bit(end, agent)) {
      end++;
    }
    return new Span(tick, end);
  }

  private boolean bit(int tick, int agent) {
    int at = tick * agents + agent;
    return (bits[at >> 6] >>> at & 1) != 0;
  }

  /// The first set bit of a range, or -1.
  private int next(int from, int to) {
    int at = from;
    while (at < to) {
      long word = bits[at >> 6] >>> at;
      if (word != 0) {
        int found = at + Long.numberOfTrailingZeros(word);
        return found < to ? found : -1;
      }
      at = (at | 63) + 1;
    }
    return -1;
  }
}
