package dev.hindsight.app.timeline;

/// Ticks from the first to the last, both included.
public record TickRange(int first, int last) {
  /// Checks the order.
  public TickRange {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException("no ticks from " + first + " to " + last);
    }
  }

  /// Number of ticks.
  public int length() {
    return last - first + 1;
  }

  /// Whether a tick is one of them.
  public boolean contains(int tick) {
    return first <= tick && tick <= last;
  }

  /// The part of it that lies within a recording of so many ticks (at least one).
  public TickRange within(int ticks) {
    int end = Math.max(0, Math.min(last, ticks - 1));
    return new TickRange(Math.min(first, end), end);
  }
}
