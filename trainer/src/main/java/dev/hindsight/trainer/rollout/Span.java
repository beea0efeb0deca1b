package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.Optional;

/// Consecutive ticks of a recording: half-open, `[from, to)`. Immutable.
///
/// Only text for people ([#words()]), the command line, and files with `first` and `last`
/// ([#through]) include both ends; everything between those is half-open.
///
/// @param from the first tick, at least 0
/// @param to the tick after the last, at least `from`; equal if the span is empty
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

  /// All ticks of a recording of a given length.
  public static Span all(int ticks) {
    return new Span(0, ticks);
  }

  /// Number of ticks.
  public int ticks() {
    return to - from;
  }

  /// Whether the span is empty.
  public boolean isEmpty() {
    return to == from;
  }

  /// The last tick.
  ///
  /// @throws IllegalStateException if the span is empty
  public int last() {
    if (isEmpty()) {
      throw new IllegalStateException("no ticks in [" + from + ", " + to + ")");
    }
    return to - 1;
  }

  /// Whether it contains a tick.
  public boolean holds(int tick) {
    return tick >= from && tick < to;
  }

  /// Whether it contains all ticks of another span.
  public boolean contains(Span other) {
    return other.from >= from && other.to <= to;
  }

  /// The intersection; empty if they have no tick in common.
  public Optional<Span> common(Span other) {
    int first = Math.max(from, other.from);
    int end = Math.min(to, other.to);
    return first < end ? Optional.of(new Span(first, end)) : Optional.empty();
  }

  /// The part within a recording of a given length; if all of it lies beyond, the last tick. For an
  /// empty recording this is tick 0, so that a cursor has a place.
  public Span within(int ticks) {
    int end = Math.clamp(to, 1, Math.max(1, ticks));
    return new Span(Math.min(from, end - 1), end);
  }

  /// In words, both ends included: `tick 3`, `ticks 3 to 19`, `no tick`.
  public String words() {
    return isEmpty()
        ? wording("Span.no_tick")
        : ticks() == 1 ? wording("Span.tick", from) : wording("Span.ticks", bounds());
  }

  /// Only the ends, both included, for contexts that already say "ticks": `3 to 19`; `3` for one
  /// tick.
  ///
  /// @throws IllegalStateException if the span is empty
  public String bounds() {
    return ticks() == 1 ? Integer.toString(from) : wording("Span.to", from, last());
  }
}
