package dev.hindsight.inspector.audit;

import java.util.List;

/// The result of an audit of a recording. Immutable.
///
/// @param audit id of the audit
/// @param verdict the outcome
/// @param sentence the outcome in a sentence, or why there is none
/// @param coverage how much was compared
/// @param findings places with a fault, earliest first; only some of them if there are many
/// @param remarks measurements, and what a reader should know although nothing is wrong
public record AuditReport(
    String audit,
    AuditVerdict verdict,
    String sentence,
    AuditCoverage coverage,
    List<AuditFinding> findings,
    List<String> remarks) {
  /// Copies the lists.
  ///
  /// @throws IllegalArgumentException if it passed without having compared anything
  public AuditReport {
    findings = List.copyOf(findings);
    remarks = List.copyOf(remarks);
    if (verdict == AuditVerdict.PASSED && coverage.total() == 0) {
      throw new IllegalArgumentException(audit + " passes although it compared nothing");
    }
  }

  /// The audit does not apply to this recording.
  public static AuditReport notApplicable(String audit, String why) {
    return new AuditReport(
        audit, AuditVerdict.NOT_APPLICABLE, why, AuditCoverage.NONE, List.of(), List.of());
  }

  /// The audit could not do its work; that says nothing about the recording.
  public static AuditReport couldNotRun(String audit, String why) {
    return new AuditReport(
        audit, AuditVerdict.COULD_NOT_RUN, why, AuditCoverage.NONE, List.of(), List.of());
  }

  /// The audit applies, but nothing in the recording could have failed it.
  public static AuditReport nothingToCheck(String audit, String why) {
    return new AuditReport(
        audit, AuditVerdict.NOTHING_TO_CHECK, why, AuditCoverage.NONE, List.of(), List.of());
  }
}
