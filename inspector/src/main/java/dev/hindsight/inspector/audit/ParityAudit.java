package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.recompute.FormsOpener;
import dev.hindsight.inspector.recompute.Recomputation;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.ObservedNeighbours;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Optional;

/// Checks that the network's training form, over whole segments, gives the same outputs as its
/// acting form, tick by tick, and as the recording; and that it learns nothing from limbo.
final class ParityAudit implements Audit {
  private final FormsOpener opening;

  ParityAudit() {
    this(FormsOpener.BUILT_IN);
  }

  ParityAudit(FormsOpener opening) {
    this.opening = opening;
  }

  @Override
  public String id() {
    return "parity";
  }

  @Override
  public String title() {
    return wording("ParityAudit.train_rollout_parity");
  }

  @Override
  public String help() {
    return wording("ParityAudit.a_networks_training_form_and_acting");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    return NetworkAvailability.missing(rollout).or(() -> edited(rollout));
  }

  /// Both forms follow the rules of memory, and edits of memory or policy are exceptions to them.
  private static Optional<String> edited(Rollout rollout) {
    return SimulationRecipe.edits(rollout).all().stream().anyMatch(ParityAudit::changesPolicy)
        ? Optional.of(wording("ParityAudit.its_edits_change_the_policy"))
        : Optional.empty();
  }

  private static boolean changesPolicy(Edit edit) {
    return switch (edit) {
      case Edit.Wipe _, Edit.Slot _, Edit.Ablate _, Edit.PolicyChange _ -> true;
      case Edit.Action _,
          Edit.ActionSequence _,
          Edit.Pose _,
          Edit.Presence _,
          Edit.ObservedNumber _ ->
          false;
    };
  }

  @Override
  public boolean readsCheckpoint() {
    return true;
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    Optional<Path> file = subject.checkpoint();
    if (file.isEmpty()) {
      return AuditReport.notApplicable(id(), NetworkAvailability.notFound(rollout));
    }
    Optional<TrainingAndActingForms> opened;
    try {
      opened = opening.open(rollout, file.get(), Arithmetic.PLAIN);
    } catch (Problem unfit) {
      return NetworkAvailability.unfit(id(), subject, unfit);
    }
    AuditFindings auditFindings = AuditFindings.of(id(), subject.rollout());
    if (opened.isEmpty()) {
      return ofEdges(subject, file.get(), auditFindings, progress, cancellation);
    }
    try (TrainingAndActingForms forms = opened.get();
        FormsParity formsParity =
            new FormsParity(subject, file.get(), opening, forms, auditFindings, cancellation)) {
      formsParity.check(progress);
      formsParity.sum();
      return auditFindings.report(formsParity.words());
    }
  }

  private AuditReport ofEdges(
      AuditSubject subject,
      Path file,
      AuditFindings auditFindings,
      Progress progress,
      Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    Optional<EdgeIntrospection> network =
        ObservedNeighbours.of(rollout)
            .flatMap(_ -> BuiltInPolicies.edges(file, RecordedShape.of(rollout), Arithmetic.PLAIN));
    if (network.isEmpty()) {
      return ofActing(subject, file, auditFindings, progress, cancellation);
    }
    network.get().close();
    try (Recomputation recomputation = Recomputation.ofEdges(rollout, file, cancellation)) {
      return new EdgeParity(rollout, file, recomputation, auditFindings)
          .run(progress, cancellation);
    }
  }

  /// A policy of another program has no training form; what it put out can be computed again.
  private AuditReport ofActing(
      AuditSubject subject,
      Path file,
      AuditFindings auditFindings,
      Progress progress,
      Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    if (RecordedPartners.of(rollout.manifest()).isPresent()) {
      return AuditReport.notApplicable(id(), wording("ParityAudit.partners_acted_too"));
    }
    EnvironmentShape shape = TeacherForcing.shapeOf(rollout);
    try (OpenedPolicy first = BuiltInPolicies.open(file.toString(), shape);
        OpenedPolicy second = BuiltInPolicies.open(file.toString(), shape)) {
      new ActingParityCheck(rollout, PolicyOutput.width(shape.actions()), auditFindings)
          .check(first.policy(), second.policy(), progress, cancellation);
    } catch (Problem unfit) {
      return NetworkAvailability.unfit(id(), subject, unfit);
    }
    return auditFindings.report(
        wording("ParityAudit.the_acting_form_agrees"),
        wording("ParityAudit.the_recording_holds_no_outputs"));
  }
}
