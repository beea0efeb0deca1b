package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Optional;

/// Checks that the file is as it was written: every member against its checksum, the digests of the
/// summary and the shape in the manifest; the scenario against its digest.
final class IntegrityAudit implements Audit {
  @Override
  public String id() {
    return "integrity";
  }

  @Override
  public String title() {
    return "Integrity";
  }

  @Override
  public String help() {
    return wording("IntegrityAudit.every_member_of_the_file_is");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    return Optional.empty();
  }

  @Override
  public boolean needsTicks() {
    return false;
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    Integrity.Report report = Integrity.whole(rollout, progress, cancellation);
    AuditFindings auditFindings = AuditFindings.of(id(), rollout);
    for (Integrity.Fault fault : report.faults()) {
      auditFindings.add(
          Math.clamp(fault.tick(), 0, Math.max(0, rollout.ticks() - 1)),
          AuditFinding.NO_AGENT,
          fault.member(),
          Double.NaN,
          fault.what());
    }
    auditFindings.compared("member", report.members());
    report
        .unrecorded()
        .forEach(what -> auditFindings.remark(wording("IntegrityAudit.not_recorded", what)));
    report.remarks().forEach(auditFindings::remark);
    return auditFindings.report(
        wording("IntegrityAudit.the_file_is_intact", NumberWords.bytes(report.bytes())),
        wording("IntegrityAudit.the_recording_is_not_in_a"));
  }
}
