package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.recompute.FormsOpening;
import dev.hindsight.inspector.recompute.Recomputation;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.attention.SeenNeighbours;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.BothForms;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Optional;

/// What the network says over whole segments, as it learns, is what it says tick by tick, as it
/// acts, and what it said when it was recorded; and it learns nothing from limbo.
final class ParityAudit implements Audit {
  private final FormsOpening opening;

  ParityAudit() {
    this(FormsOpening.BUILT_IN);
  }

  ParityAudit(FormsOpening opening) {
    this.opening = opening;
  }

  @Override
  public String id() {
    return "parity";
  }

  @Override
  public String title() {
    return "Train/rollout parity";
  }

  @Override
  public String help() {
    return "The form a network learns with says what the form it acts with says, and said.";
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    return NetworkAsked.missing(rollout);
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    Optional<Path> file = subject.checkpoint();
    if (file.isEmpty()) {
      return AuditReport.notApplicable(id(), NetworkAsked.notFound(rollout));
    }
    Optional<BothForms> opened;
    try {
      opened = opening.open(rollout, file.get(), Arithmetic.PLAIN);
    } catch (Problem unfit) {
      return NetworkAsked.unfit(id(), subject, unfit);
    }
    Findings findings = Findings.of(id(), subject.rollout());
    if (opened.isEmpty()) {
      return ofEdges(rollout, file.get(), findings, progress, cancellation);
    }
    try (BothForms forms = opened.get();
        Recomputation recomputation =
            Recomputation.of(rollout, file.get(), opening, forms, cancellation)) {
      Parity parity = new Parity(rollout, forms, recomputation, findings, cancellation);
      parity.look(progress);
      parity.sum();
      return findings.report(parity.words());
    }
  }

  private AuditReport ofEdges(
      Rollout rollout, Path file, Findings findings, Progress progress, Cancellation cancellation) {
    if (SeenNeighbours.of(rollout).isEmpty()) {
      return AuditReport.notApplicable(id(), "The policy has no form that learns.");
    }
    Optional<EdgeIntrospection> network =
        BuiltInPolicies.edges(file, RecordedShape.of(rollout), Arithmetic.PLAIN);
    if (network.isEmpty()) {
      return AuditReport.notApplicable(id(), "The policy has no form that learns.");
    }
    network.get().close();
    try (Recomputation recomputation = Recomputation.ofEdges(rollout, file, cancellation)) {
      return new EdgeParity(rollout, file, recomputation, findings).run(progress, cancellation);
    }
  }
}
