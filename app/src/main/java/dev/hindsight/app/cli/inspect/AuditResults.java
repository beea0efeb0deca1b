package dev.hindsight.app.cli.inspect;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.hindsight.inspector.audit.AuditCoverage;
import dev.hindsight.inspector.audit.AuditFinding;
import dev.hindsight.inspector.audit.AuditReport;
import dev.hindsight.inspector.audit.AuditVerdict;
import dev.hindsight.trainer.scene.AgentNames;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reports of audits, as fields and as words.
///
/// @param names what agents are called
record AuditResults(Path file, AgentNames names, List<AuditReport> reports) {
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rollout", file.toString());
    fields.put("passed", reports.stream().allMatch(each -> each.verdict().holds()));
    fields.put("audits", reports.stream().map(AuditResults::report).toList());
    return fields;
  }

  private static Map<String, Object> report(AuditReport report) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("audit", report.audit());
    fields.put("verdict", report.verdict().words());
    fields.put("sentence", report.sentence());
    fields.put("coverage", coverage(report.coverage()));
    fields.put("findings", report.findings().stream().map(AuditResults::finding).toList());
    fields.put("remarks", report.remarks());
    return fields;
  }

  private static Map<String, Object> coverage(AuditCoverage auditCoverage) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("compared", auditCoverage.compared().stream().map(AuditResults::compared).toList());
    fields.put("left_out", auditCoverage.leftOut().stream().map(AuditResults::leftOut).toList());
    fields.put("waived", auditCoverage.waived().stream().map(AuditResults::waived).toList());
    return fields;
  }

  private static Map<String, Object> compared(AuditCoverage.Compared part) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("what", part.what());
    fields.put("count", part.count());
    return fields;
  }

  private static Map<String, Object> leftOut(AuditCoverage.LeftOut part) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("what", part.what());
    fields.put("count", part.count());
    fields.put("why", part.why());
    return fields;
  }

  private static Map<String, Object> waived(AuditCoverage.Waived part) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("what", part.waiver().promise().words());
    fields.put("count", part.count());
    fields.put("knob", part.waiver().knob());
    fields.put("why", part.waiver().why());
    return fields;
  }

  private static Map<String, Object> finding(AuditFinding finding) {
    boolean sized = Double.isFinite(finding.size());
    boolean somebody = finding.agent() != AuditFinding.NO_AGENT;
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("tick", finding.tick());
    fields.put("agent", somebody ? (Object) finding.agent() : NullNode.getInstance());
    fields.put("dimension", finding.dimension());
    fields.put("size", sized ? (Object) finding.size() : NullNode.getInstance());
    fields.put("cause", finding.cause());
    return fields;
  }

  String words() {
    StringBuilder words = new StringBuilder();
    for (AuditReport report : reports) {
      words.append(
          "%s %-10s %s: %s%n"
              .formatted(
                  report.verdict().sign(),
                  report.audit(),
                  report.verdict().words(),
                  report.sentence()));
      if (report.verdict() == AuditVerdict.FAILED) {
        report.findings().forEach(each -> words.append("    %s%n".formatted(each.words(names))));
      }
      String coverage = report.coverage().words();
      words.append(coverage.isEmpty() ? "" : "    %s%n".formatted(coverage));
      report.remarks().forEach(remark -> words.append("    %s%n".formatted(remark)));
    }
    return words.toString().stripTrailing();
  }
}
