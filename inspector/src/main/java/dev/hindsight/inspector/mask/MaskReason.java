package dev.hindsight.inspector.mask;

import static dev.hindsight.inspector.text.InspectorText.wording;

/// Why a query may or may not attend to a cell. Every cell has exactly one reason; if several
/// apply, the first of this list.
public enum MaskReason {
  /// The query itself: always open, since a query that sees nothing would be NaN.
  SELF("S", wording("MaskReason.self_kept_open")),
  /// Later than the query.
  FUTURE("F", wording("MaskReason.future_causal")),
  /// A slot that has not been written yet.
  NOT_YET_WRITTEN("N", wording("MaskReason.not_yet_written")),
  /// From an earlier episode, wiped since.
  OTHER_EPISODE("E", wording("MaskReason.other_episode")),
  /// From the same episode, before the full cache started over.
  BEYOND_HORIZON("H", wording("MaskReason.beyond_the_horizon")),
  /// The agent was in limbo: garbage.
  LIMBO("L", wording("MaskReason.limbo_garbage")),
  /// A visible earlier tick.
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

  /// A description for legends.
  public String words() {
    return words;
  }

  /// Whether a query can attend to such a cell.
  public boolean open() {
    return this == ATTENDED || this == SELF;
  }
}
