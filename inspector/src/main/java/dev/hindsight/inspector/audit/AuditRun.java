package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/// Runs some audits one after the other. An audit that throws reports so without failing the
/// recording, and the audits after it still run.
public final class AuditRun implements Job<List<AuditReport>> {
  private final AuditSubject subject;
  private final List<Audit> audits;
  private final Consumer<AuditReport> listener;

  /// @param listener receives every report at once, on the job's thread
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
        audit.needsTicks() && subject.rollout().ticks() == 0
            ? Optional.of(wording("AuditRun.the_recording_holds_no_tick"))
            : audit.missing(subject.rollout());
    if (missing.isPresent()) {
      return AuditReport.notApplicable(audit.id(), missing.get());
    }
    try {
      return audit.run(
          subject,
          (done, total, what) -> progress.report(done, total, audit.title() + ": " + what),
          cancellation);
    } catch (CancellationException stopped) {
      throw stopped;
    } catch (Problem problem) {
      return AuditReport.couldNotRun(audit.id(), problem.getMessage());
    } catch (RuntimeException | Error defect) {
      Optional<Problem> known = Problem.behind(defect);
      if (known.isPresent()) {
        return AuditReport.couldNotRun(audit.id(), known.get().getMessage());
      }
      String where =
          defect.getStackTrace().length == 0
              ? ""
              : wording("AuditRun.at", defect.getStackTrace()[0]);
      return AuditReport.couldNotRun(
          audit.id(),
          wording("AuditRun.the_audit_itself_failed_a_defect").formatted(defect, where));
    }
  }
}
