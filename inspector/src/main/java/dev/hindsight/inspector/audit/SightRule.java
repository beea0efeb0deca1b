package dev.hindsight.inspector.audit;

/// Something that must hold of what agents see. One owner thread; looking allocates nothing where
/// it holds.
interface SightRule {
  /// Looks at a tick, one after the other.
  ///
  /// @param row `[A * D]`, all observations of that tick
  void check(int tick, float[] row);

  /// After the last tick: says what could only be said then.
  default void close() {}
}
