package dev.hindsight.trainer.outcome;

import java.util.List;

/// The totals of all agents up to and including a tick, or over a part of a recording. Immutable.
public final class Counts {
  /// The kinds that are counted: those in the column `event`.
  static final List<EventKind> KINDS = EventKind.NOTED;

  private final int agents;
  private final int[] counts;
  private final int[] untold;
  private final double[] returns;

  /// @param counts `[A * KINDS]`
  /// @param untold `[A * KINDS]` actions for which it is unknown whether they caused one
  /// @param returns `[A]`, NaN if no reward is recorded
  Counts(int[] counts, int[] untold, double[] returns) {
    this.agents = returns.length;
    this.counts = counts;
    this.untold = untold;
    this.returns = returns;
  }

  /// A.
  public int agents() {
    return agents;
  }

  /// Known events of an agent: a lower bound of the count.
  public int count(EventKind kind, int agent) {
    return counts[place(kind, agent)];
  }

  /// Whether that count is complete.
  public boolean exact(EventKind kind, int agent) {
    return untold[place(kind, agent)] == 0;
  }

  /// Sum of an agent's rewards; NaN if none are recorded.
  public double reward(int agent) {
    return returns[agent];
  }

  /// Known events of one side: a lower bound of the count.
  ///
  /// @param sides of each agent
  public int total(EventKind kind, List<Side> sides, Side side) {
    int total = 0;
    for (int agent = 0; agent < agents; agent++) {
      total += sides.get(agent) == side ? count(kind, agent) : 0;
    }
    return total;
  }

  /// Whether that count is complete.
  public boolean exact(EventKind kind, List<Side> sides, Side side) {
    for (int agent = 0; agent < agents; agent++) {
      if (sides.get(agent) == side && !exact(kind, agent)) {
        return false;
      }
    }
    return true;
  }

  /// `3`, or `≥ 3` if there may be more.
  public static String words(int count, boolean exact) {
    return exact ? Integer.toString(count) : "≥ " + count;
  }

  /// The totals after an earlier tick.
  Counts minus(Counts earlier) {
    int[] more = counts.clone();
    int[] open = untold.clone();
    double[] earned = returns.clone();
    for (int i = 0; i < more.length; i++) {
      more[i] -= earlier.counts[i];
      open[i] -= earlier.untold[i];
    }
    for (int agent = 0; agent < agents; agent++) {
      earned[agent] -= earlier.returns[agent];
    }
    return new Counts(more, open, earned);
  }

  private static int place(EventKind kind, int agent) {
    if (!kind.inEventColumn()) {
      throw new IllegalArgumentException(kind + " is not counted");
    }
    return agent * KINDS.size() + Integer.numberOfTrailingZeros(kind.bit());
  }
}
