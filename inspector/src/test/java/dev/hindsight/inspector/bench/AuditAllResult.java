package dev.hindsight.inspector.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.inspector.audit.AuditReport;
import dev.hindsight.inspector.audit.AuditRun;
import dev.hindsight.inspector.audit.AuditSubject;
import dev.hindsight.inspector.audit.BuiltInAudits;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.Recordings;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What `audit all` says of a recording.
///
/// @param reports of all audits
record AuditAllResult(List<AuditReport> reports) {
  static AuditAllResult of(Path file) {
    try (Rollout rollout = Recordings.open(file)) {
      AuditSubject subject = new AuditSubject(rollout, Optional.empty());
      return new AuditAllResult(
          new AuditRun(subject, BuiltInAudits.ALL, _ -> {})
              .run(Progress.SILENT, new Cancellation()));
    }
  }

  /// Nothing is wrong, and everything that applies could run.
  void assertQuiet(String recording) {
    assertEquals(List.of(), alarms(), recording);
  }

  /// Those that say that something is wrong, or that they could not run.
  List<AuditReport> alarms() {
    return reports.stream().filter(each -> !each.verdict().holds()).toList();
  }
}
