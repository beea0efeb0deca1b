package dev.hindsight.trainer.outcome;

import java.util.List;

/// The totals of all agents up to and including a tick, or over a part of a recording. Immutable.
public final class Counts {
  private static final int NOWHERE = -1;

  private final RecordedEvents kinds;
  private final int agents;
  private final int[] counts;
  private final int[] untold;
  private final double[] returns;

  /// @param kinds the events of the column `event`, P places of which are counted
  /// @param counts `[A * P]`
  /// @param untold `[A * P]` actions for which it is unknown whether they caused one
  /// @param returns `[A]`, NaN if no reward is recorded
  Counts(RecordedEvents kinds, int[] counts, int[] untold, double[] returns) {
    this.kinds = kinds;
    this.agents = returns.length;
    this.counts = counts;
    this.untold = untold;
    this.returns = returns;
  }

  /// A.
  public int agents() {
    return agents;
  }

  /// The kinds that are counted, and others.
  public RecordedEvents kinds() {
    return kinds;
  }

  /// Known events of an agent: a lower bound of the count; 0 of a kind that the recording lacks.
  public int count(EventKind kind, int agent) {
    int place = place(kind, agent);
    return place == NOWHERE ? 0 : counts[place];
  }

  /// Whether that count is complete.
  public boolean exact(EventKind kind, int agent) {
    int place = place(kind, agent);
    return place == NOWHERE || untold[place] == 0;
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

  private int place(EventKind kind, int agent) {
    if (!kind.inEventColumn()) {
      throw new IllegalArgumentException(kind + " is not counted");
    }
    int number = kind.number();
    return number < 0 || number >= kinds.places() ? NOWHERE : agent * kinds.places() + number;
  }

  /// Adds the events of a tick. Allocates nothing.
  ///
  /// @param row as [TickEvents#read] fills it, `[A]`
  static void add(RecordedEvents kinds, int[] row, int[] counts, int[] untold) {
    int places = kinds.places();
    List<EventKind> noted = kinds.noted();
    for (int agent = 0; agent < row.length; agent++) {
      int bits = row[agent];
      for (int k = 0; bits != 0 && k < noted.size(); k++) {
        EventKind kind = noted.get(k);
        int place = agent * places + kind.number();
        counts[place] += TickEvents.happened(bits, kind) ? 1 : 0;
        untold[place] += TickEvents.isUnknown(bits, kind) ? 1 : 0;
      }
    }
  }
}
