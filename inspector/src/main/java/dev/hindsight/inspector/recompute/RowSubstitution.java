package dev.hindsight.inspector.recompute;

/// Which row of a recording replaces another: of which agent, at which tick.
///
/// @param words its meaning, for users
/// @param swap gives the replacement of a row
record RowSubstitution(String words, Swap swap) {
  /// Every row stays in place.
  static final RowSubstitution OWN =
      new RowSubstitution("", (tick, agent) -> new Place(tick, agent));

  /// A row.
  record Place(int tick, int agent) {}

  /// Replaces one row by another.
  @FunctionalInterface
  interface Swap {
    Place in(int tick, int agent);
  }

  /// The same where a condition holds; every other row stays in place.
  RowSubstitution where(Where where) {
    return new RowSubstitution(
        words,
        (tick, agent) -> where.holds(tick, agent) ? swap.in(tick, agent) : new Place(tick, agent));
  }

  /// Selects some rows.
  @FunctionalInterface
  interface Where {
    boolean holds(int tick, int agent);
  }
}
