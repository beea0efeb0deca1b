package dev.hindsight.inspector.audit;

/// How an audit came out.
public enum Verdict {
  /// What it asks holds.
  PASSED("✓", "passed"),
  /// It does not: findings say where.
  FAILED("✗", "failed"),
  /// The question cannot be asked of this recording.
  NOT_APPLICABLE("–", "not applicable");

  private final String sign;
  private final String words;

  Verdict(String sign, String words) {
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
}
