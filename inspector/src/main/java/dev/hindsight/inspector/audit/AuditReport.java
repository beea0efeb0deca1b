package dev.hindsight.inspector.audit;

import java.util.List;

/// What an audit has to say of a recording. Immutable.
///
/// @param audit id of the audit
/// @param verdict how it came out
/// @param sentence the outcome in a sentence; why, where it is not applicable
/// @param findings where something does not hold, the earliest first; some of them where there are
///   many
/// @param remarks what was measured, and what a reader should know although nothing is wrong
public record AuditReport(
    String audit,
    Verdict verdict,
    String sentence,
    List<AuditFinding> findings,
    List<String> remarks) {
  /// Copies the lists.
  public AuditReport {
    findings = List.copyOf(findings);
    remarks = List.copyOf(remarks);
  }

  /// The question cannot be asked.
  public static AuditReport notApplicable(String audit, String why) {
    return new AuditReport(audit, Verdict.NOT_APPLICABLE, why, List.of(), List.of());
  }
}
