package dev.hindsight.trainer.rollout;

import java.util.Optional;

/// Ticks of a recording that follow each other: half-open, `[from, to)`. Immutable.
///
/// People read both ends as included ([#words()]) and count with both included on the command line
/// and in files that say `first` and `last` ([#through]); everything between those is half-open.
///
/// @param from the first tick, at least 0
/// @param to the tick after the last, at least `from`; equal where there is no tick
public record Span(int from, int to) {
  /// Checks the order.
  public Span {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("no ticks in [" + from + ", " + to + ")");
    }
  }

  /// The ticks from the first to the last, both included.
  ///
  /// @param last at least `first`
  public static Span through(int first, int last) {
    if (last < first) {
      throw new IllegalArgumentException("no ticks from " + first + " to " + last);
    }
    return new Span(first, last + 1);
  }

  /// One tick.
  public static Span at(int tick) {
    return new Span(tick, tick + 1);
  }

  /// All ticks of a recording that has so many.
  public static Span all(int ticks) {
    return new Span(0, ticks);
  }

  /// How many.
  public int ticks() {
    return to - from;
  }

  /// Whether there is no tick.
  public boolean isEmpty() {
    return to == from;
  }

  /// The last tick.
  ///
  /// @throws IllegalStateException if there is none
  public int last() {
    if (isEmpty()) {
      throw new IllegalStateException("no ticks in [" + from + ", " + to + ")");
    }
    return to - 1;
  }

  /// Whether a tick is one of them.
  public boolean holds(int tick) {
    return tick >= from && tick < to;
  }

  /// Whether all ticks of another are among them.
  public boolean contains(Span other) {
    return other.from >= from && other.to <= to;
  }

  /// The ticks of both; nothing where they have none in common.
  public Optional<Span> common(Span other) {
    int first = Math.max(from, other.from);
    int end = Math.min(to, other.to);
    return first < end ? Optional.of(new Span(first, end)) : Optional.empty();
  }

  /// The part of it that lies within a recording of so many ticks; where all of it lies beyond, the
  /// last tick. The only tick of an empty recording is 0, so that there is a place for a cursor.
  public Span within(int ticks) {
    int end = Math.clamp(to, 1, Math.max(1, ticks));
    return new Span(Math.min(from, end - 1), end);
  }

  /// As people read it, both ends included: `tick 3`, `ticks 3 to 19`, `no tick`.
  public String words() {
    return isEmpty() ? "no tick" : ticks() == 1 ? "tick " + from : "ticks " + bounds();
  }

  /// The ends alone, both included, for a place that says already that they are ticks: `3 to 19`;
  /// `3` where there is one tick.
  ///
  /// @throws IllegalStateException if there is no tick
  public String bounds() {
    return ticks() == 1 ? Integer.toString(from) : from + " to " + last();
  }
}
