package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

/// The outcome of an audit.
public enum AuditVerdict {
  /// Something was compared, and all of it holds.
  PASSED("✓", "passed"),
  /// Something does not hold: findings say where.
  FAILED("✗", "failed"),
  /// It applies, but nothing in the recording could have failed.
  NOTHING_TO_CHECK("○", wording("AuditVerdict.nothing_to_check")),
  /// The audit does not apply to this recording.
  NOT_APPLICABLE("–", wording("AuditVerdict.not_applicable")),
  /// The audit itself failed. This says nothing about the recording.
  COULD_NOT_RUN("!", wording("AuditVerdict.could_not_run"));

  private final String sign;
  private final String words;

  AuditVerdict(String sign, String words) {
    this.sign = sign;
    this.words = words;
  }

  /// One character, distinguishable without colour.
  public String sign() {
    return sign;
  }

  /// The outcome in words.
  public String words() {
    return words;
  }

  /// Whether a recording with this outcome still counts as sound: nothing is known to be wrong with
  /// it, and the audit did its work.
  public boolean holds() {
    return switch (this) {
      case PASSED, NOTHING_TO_CHECK, NOT_APPLICABLE -> true;
      case FAILED, COULD_NOT_RUN -> false;
    };
  }
}
