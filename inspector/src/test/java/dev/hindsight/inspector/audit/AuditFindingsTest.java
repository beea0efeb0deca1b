package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.scene.AgentNames;
import org.junit.jupiter.api.Test;

class AuditFindingsTest {
  /// A cause that holds a number of the tick is another one at every tick; the memory must not grow
  /// with them, and none may go uncounted.
  @Test
  void aMillionCausesAreCountedAndAThousandToldApart() {
    AuditFindings findings = new AuditFindings("finite", AgentNames.NONE);
    for (int tick = 0; tick < 1_000_000; tick++) {
      findings.add(tick, AuditFinding.NO_AGENT, "x", 1, "it is " + tick);
      findings.remark("remark " + tick);
    }
    findings.compared("tick", 1_000_000);
    assertEquals(1_000_000, findings.met());
    AuditReport report = findings.report("all is well");
    assertEquals(AuditVerdict.FAILED, report.verdict());
    assertEquals(1_000, report.findings().size());
    assertEquals(0, report.findings().getFirst().tick());
    assertTrue(
        report.remarks().stream()
            .anyMatch(note -> note.contains("999000") || note.contains("999,000")),
        report.remarks().getLast());
    assertTrue(report.remarks().size() <= 2_001);
  }
}
