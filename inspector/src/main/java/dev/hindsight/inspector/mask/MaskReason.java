package dev.hindsight.inspector.mask;

/// Why a query may look at a cell, or may not. Every cell has exactly one; where several would do,
/// the first of this list that does.
public enum MaskReason {
  /// The query itself: open whatever it is, since a query that saw nothing would be NaN.
  SELF("S", "self, kept open"),
  /// Later than the query.
  FUTURE("F", "future (causal)"),
  /// A slot nobody has written yet.
  NOT_YET_WRITTEN("N", "not yet written"),
  /// Of an episode that ended, wiped since.
  OTHER_EPISODE("E", "other episode"),
  /// Of the same episode, from before the cache was full and begun anew.
  BEYOND_HORIZON("H", "beyond the horizon"),
  /// The agent was in limbo then: garbage.
  LIMBO("L", "limbo (garbage)"),
  /// Lived through, and in sight.
  ATTENDED("A", "attended");

  private final String letter;
  private final String words;

  MaskReason(String letter, String words) {
    this.letter = letter;
    this.words = words;
  }

  /// One letter, for pictures.
  public String letter() {
    return letter;
  }

  /// For legends.
  public String words() {
    return words;
  }

  /// Whether such a cell can be looked at.
  public boolean open() {
    return this == ATTENDED || this == SELF;
  }
}
