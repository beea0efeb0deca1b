package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Some audits, one after the other. What cannot be asked is said so and fails nothing; what cannot
/// be read does fail.
public final class AuditRun implements Job<List<AuditReport>> {
  private final AuditSubject subject;
  private final List<Audit> audits;
  private final Consumer<AuditReport> listener;

  /// @param listener hears of every report as soon as it is there, on the job's thread
  public AuditRun(AuditSubject subject, List<Audit> audits, Consumer<AuditReport> listener) {
    this.subject = subject;
    this.audits = List.copyOf(audits);
    this.listener = listener;
  }

  @Override
  public List<AuditReport> run(Progress progress, Cancellation cancellation) {
    List<AuditReport> reports = new ArrayList<>();
    for (Audit audit : audits) {
      cancellation.throwIfCancelled();
      AuditReport report = report(audit, progress, cancellation);
      reports.add(report);
      listener.accept(report);
    }
    return List.copyOf(reports);
  }

  private AuditReport report(Audit audit, Progress progress, Cancellation cancellation) {
    Optional<String> missing =
        subject.rollout().ticks() == 0
            ? Optional.of("The recording holds no tick.")
            : audit.missing(subject.rollout());
    if (missing.isPresent()) {
      return AuditReport.notApplicable(audit.id(), missing.get());
    }
    try {
      return audit.run(
          subject,
          (done, total, what) -> progress.report(done, total, audit.title() + ": " + what),
          cancellation);
    } catch (Problem problem) {
      return new AuditReport(
          audit.id(), Verdict.FAILED, problem.getMessage(), List.of(), List.of());
    }
  }
}
