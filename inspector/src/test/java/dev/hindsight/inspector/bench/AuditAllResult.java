package dev.hindsight.inspector.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.inspector.audit.AuditReport;
import dev.hindsight.inspector.audit.AuditRun;
import dev.hindsight.inspector.audit.AuditSubject;
import dev.hindsight.inspector.audit.BuiltInAudits;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The result of `audit all` on a recording.
///
/// @param reports of all audits
record AuditAllResult(List<AuditReport> reports) {
  static AuditAllResult of(Path file) {
    try (Rollout rollout = RecordingOpener.open(file)) {
      AuditSubject subject = new AuditSubject(rollout, Optional.empty());
      return new AuditAllResult(
          new AuditRun(subject, BuiltInAudits.ALL, _ -> {})
              .run(Progress.SILENT, new Cancellation()));
    }
  }

  /// Asserts that nothing is wrong and that every applicable audit could run.
  void assertQuiet(String recording) {
    assertEquals(List.of(), alarms(), recording);
  }

  /// The reports that say that something is wrong, or that an audit could not run.
  List<AuditReport> alarms() {
    return reports.stream().filter(each -> !each.verdict().holds()).toList();
  }
}
