package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.record.Replay;
import dev.hindsight.trainer.record.ReplayCause;
import dev.hindsight.trainer.record.ReplayReport;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Optional;
import java.util.stream.Collectors;

/// Checks that the recording repeats here, bit for bit, from its recipe.
final class ReplayAudit implements Audit {
  @Override
  public String id() {
    return "replay";
  }

  @Override
  public String title() {
    return "Replay";
  }

  @Override
  public String help() {
    return wording("ReplayAudit.simulated_again_from_its_recipe");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    return rollout.channel("action").isPresent()
        ? Optional.empty()
        : Optional.of(wording("ReplayAudit.the_recording_holds_no_actions"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    AuditFindings auditFindings = AuditFindings.of(id(), rollout);
    ReplayReport report;
    try {
      report = new Replay(rollout).run(progress, cancellation);
    } catch (Problem problem) {
      Optional<Integrity.Fault> changed =
          Integrity.of(rollout, _ -> false, Progress.SILENT, cancellation)
              .first(Integrity.Concern.RECIPE);
      if (changed.isEmpty()) {
        return AuditReport.notApplicable(id(), problem.what());
      }
      auditFindings.add(
          0, AuditFinding.NO_AGENT, changed.get().member(), Double.NaN, changed.get().what());
      return auditFindings.report("");
    }
    report
        .firstDifference()
        .ifPresent(first ->
            auditFindings.add(
                Math.min(first.tick(), rollout.ticks() - 1),
                first.agent(),
                NamedNumber.of(rollout, first),
                first.size(),
                wording(
                    "ReplayAudit.here_stored",
                    first.hereWords(),
                    first.storedWords(),
                    report.causes().stream()
                        .map(ReplayCause::words)
                        .collect(Collectors.joining("; ", ": ", "")))));
    report.faults().stream()
        .filter(_ -> report.firstDifference().isEmpty())
        .forEach(fault -> auditFindings.remark(wording("ReplayAudit.the_file", fault.words())));
    auditFindings.compared("tick", report.ticks());
    return auditFindings.report(
        wording(
            "ReplayAudit.all_ticks_replay_bit_for_bit",
            report.ticks(),
            report.code().words().map(words -> " (" + words + ").").orElse(".")));
  }
}
