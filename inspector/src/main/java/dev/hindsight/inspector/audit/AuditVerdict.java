package dev.hindsight.inspector.audit;

/// How an audit came out.
public enum AuditVerdict {
  /// Something was compared, and what the audit asks holds.
  PASSED("✓", "passed"),
  /// It does not hold: findings say where.
  FAILED("✗", "failed"),
  /// It applies, but nothing in the recording could have failed.
  NOTHING_TO_CHECK("○", "nothing to check"),
  /// The question cannot be asked of this recording.
  NOT_APPLICABLE("–", "not applicable"),
  /// The audit itself could not do its work. It says nothing about the recording.
  COULD_NOT_RUN("!", "could not run");

  private final String sign;
  private final String words;

  AuditVerdict(String sign, String words) {
    this.sign = sign;
    this.words = words;
  }

  /// One character, told apart without colour.
  public String sign() {
    return sign;
  }

  /// For people.
  public String words() {
    return words;
  }

  /// Whether a recording that comes out so still counts as one that holds: nothing is known to be
  /// wrong with it, and the audit did its work.
  public boolean holds() {
    return switch (this) {
      case PASSED, NOTHING_TO_CHECK, NOT_APPLICABLE -> true;
      case FAILED, COULD_NOT_RUN -> false;
    };
  }
}
