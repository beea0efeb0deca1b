package dev.hindsight.trainer.attention;

/// Ticks of a recording that follow each other.
///
/// @param from the first
/// @param to the tick after the last
public record Span(int from, int to) {
  /// How many.
  public int ticks() {
    return to - from;
  }

  /// Whether a tick is one of them.
  public boolean holds(int tick) {
    return tick >= from && tick < to;
  }
}
