package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.List;
import java.util.Optional;

/// An audit's report, with assertions that compare it with what a test planted.
record AuditAssertions(AuditReport report) {
  static AuditAssertions of(String id, Rollout rollout) {
    return of(BuiltInAudits.named(id).getFirst(), rollout);
  }

  static AuditAssertions of(Audit audit, Rollout rollout) {
    AuditSubject subject = new AuditSubject(rollout, Optional.empty());
    AuditRun run = new AuditRun(subject, List.of(audit), _ -> {});
    List<AuditReport> reports = run.run(Progress.SILENT, new Cancellation());
    assertEquals(1, reports.size());
    return new AuditAssertions(reports.getFirst());
  }

  void passes() {
    assertEquals(AuditVerdict.PASSED, report.verdict(), this::words);
    assertTrue(report.findings().isEmpty());
  }

  void cannotBeAsked() {
    assertEquals(AuditVerdict.NOT_APPLICABLE, report.verdict(), this::words);
  }

  void hasNothingToCheck() {
    assertEquals(AuditVerdict.NOTHING_TO_CHECK, report.verdict(), this::words);
  }

  /// Asserts a finding at a tick with a cause; there may be others.
  AuditFinding failsAt(int tick, String cause) {
    assertEquals(AuditVerdict.FAILED, report.verdict(), this::words);
    Optional<AuditFinding> found =
        report.findings().stream()
            .filter(each -> each.tick() == tick && each.cause().contains(cause))
            .findFirst();
    return found.orElseThrow(
        () -> new AssertionError("not '" + cause + "' at " + tick + ": " + words()));
  }

  /// Asserts a finding with a cause at a tick, and none before it.
  AuditFinding failsFirstAt(int tick, String cause) {
    AuditFinding found = failsAt(tick, cause);
    assertEquals(tick, report.findings().getFirst().tick(), this::words);
    return found;
  }

  /// Asserts a finding with a cause at any tick.
  AuditFinding fails(String cause) {
    int tick =
        report.findings().stream()
            .filter(each -> each.cause().contains(cause))
            .mapToInt(AuditFinding::tick)
            .findFirst()
            .orElse(-1);
    return failsAt(tick, cause);
  }

  /// The number of places that are kept.
  int places() {
    return report.findings().size();
  }

  String words() {
    return report.sentence()
        + " "
        + report.coverage().words()
        + " "
        + report.findings()
        + " "
        + report.remarks();
  }
}
