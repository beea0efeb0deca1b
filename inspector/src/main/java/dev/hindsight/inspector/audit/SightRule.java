package dev.hindsight.inspector.audit;

/// A rule for what agents see. One owner thread; allocates nothing while the rule holds.
interface SightRule {
  /// Checks a tick; the ticks come in order.
  ///
  /// @param row `[A * D]`, all observations of that tick
  void check(int tick, float[] row);

  /// Reports, after the last tick, what only the whole recording shows.
  default void close() {}
}
