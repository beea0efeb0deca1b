package dev.hindsight.inspector.recompute;

/// Which row of a recording stands in the place of another: whose, and of which tick.
///
/// @param words what that means, for people
/// @param swap in the place of a row
record RowSubstitution(String words, Swap swap) {
  /// Every row in its own place.
  static final RowSubstitution OWN =
      new RowSubstitution("", (tick, agent) -> new Place(tick, agent));

  /// A row.
  record Place(int tick, int agent) {}

  /// One row in the place of another.
  @FunctionalInterface
  interface Swap {
    Place in(int tick, int agent);
  }

  /// The same where a condition holds, and every other row in its own place.
  RowSubstitution where(Where where) {
    return new RowSubstitution(
        words,
        (tick, agent) -> where.holds(tick, agent) ? swap.in(tick, agent) : new Place(tick, agent));
  }

  /// Some rows.
  @FunctionalInterface
  interface Where {
    boolean holds(int tick, int agent);
  }
}
