package dev.hindsight.inspector.mask;

import static dev.hindsight.inspector.text.InspectorText.wording;

/// A fault of a mask.
public enum MaskFault {
  /// Ticks in limbo can be attended to.
  LIMBO_OPEN(wording("MaskFault.limbo_slots_left_open")),
  /// Ticks of an earlier episode can be attended to.
  OTHER_EPISODE_OPEN(wording("MaskFault.cache_not_wiped_at_terminals")),
  /// Later ticks can be attended to.
  FUTURE_OPEN(wording("MaskFault.the_future_is_open")),
  /// A slot that was never written, or was written before the last reset, can be attended to.
  STALE_OPEN(wording("MaskFault.stale_slots_are_open")),
  /// Nothing before a trial's end can be attended to.
  TRIALS_APART(wording("MaskFault.cache_wiped_at_truncations")),
  /// Something else that should be open is closed.
  LEGAL_CLOSED(wording("MaskFault.legal_keys_are_closed")),
  /// A query cannot attend to itself.
  DIAGONAL_MASKED(wording("MaskFault.diagonal_masked")),
  /// A query can attend to nothing: the softmax of no keys is NaN.
  NO_LEGAL_KEY(wording("MaskFault.a_row_has_no_legal_key")),
  /// Weights are NaN.
  NOT_A_NUMBER(wording("MaskFault.weights_are_nan"));

  private final String words;

  MaskFault(String words) {
    this.words = words;
  }

  /// A description for users.
  public String words() {
    return words;
  }
}
