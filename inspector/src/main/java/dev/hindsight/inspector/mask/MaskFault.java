package dev.hindsight.inspector.mask;

/// A fault of a mask.
public enum MaskFault {
  /// Ticks in limbo can be attended to.
  LIMBO_OPEN("limbo slots left open"),
  /// Ticks of an earlier episode can be attended to.
  OTHER_EPISODE_OPEN("cache not wiped at terminals"),
  /// Later ticks can be attended to.
  FUTURE_OPEN("the future is open"),
  /// A slot that was never written, or was written before the last reset, can be attended to.
  STALE_OPEN("stale slots are open"),
  /// Nothing before a trial's end can be attended to.
  TRIALS_APART("cache wiped at truncations"),
  /// Something else that should be open is closed.
  LEGAL_CLOSED("legal keys are closed"),
  /// A query cannot attend to itself.
  DIAGONAL_MASKED("diagonal masked"),
  /// A query can attend to nothing: the softmax of no keys is NaN.
  NO_LEGAL_KEY("a row has no legal key: NaN"),
  /// Weights are NaN.
  NOT_A_NUMBER("weights are NaN");

  private final String words;

  MaskFault(String words) {
    this.words = words;
  }

  /// A description for users.
  public String words() {
    return words;
  }
}
