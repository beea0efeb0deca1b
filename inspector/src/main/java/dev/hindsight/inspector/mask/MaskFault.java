package dev.hindsight.inspector.mask;

/// A way in which a mask is not what it should be.
public enum MaskFault {
  /// Ticks in limbo are looked at.
  LIMBO_OPEN("limbo slots left open"),
  /// Ticks of an episode that ended are looked at.
  OTHER_EPISODE_OPEN("cache not wiped at terminals"),
  /// What comes later is looked at.
  FUTURE_OPEN("the future is open"),
  /// A slot nobody wrote, or one that was begun anew, is looked at.
  STALE_OPEN("stale slots are open"),
  /// Nothing from before a trial's end is seen.
  TRIALS_APART("cache wiped at truncations"),
  /// Something else that should be seen is not.
  LEGAL_CLOSED("legal keys are closed"),
  /// A query does not see itself.
  DIAGONAL_MASKED("diagonal masked"),
  /// A query sees nothing at all: the softmax of nothing is NaN.
  NO_LEGAL_KEY("a row has no legal key: NaN"),
  /// Weights that are no numbers.
  NOT_A_NUMBER("weights are NaN");

  private final String words;

  MaskFault(String words) {
    this.words = words;
  }

  /// For people.
  public String words() {
    return words;
  }
}
