package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.credit.CreditAudit;
import dev.hindsight.inspector.recompute.FormsOpening;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.attention.SeenNeighbours;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.BothForms;
import dev.hindsight.trainer.parity.Remembers;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Optional;

/// Nothing of limbo is looked at, none of it matters to any output, and none of it is learned from.
final class LimboAudit implements Audit {
  private final FormsOpening opening;

  LimboAudit() {
    this(FormsOpening.BUILT_IN);
  }

  LimboAudit(FormsOpening opening) {
    this.opening = opening;
  }

  @Override
  public String id() {
    return "limbo";
  }

  @Override
  public String title() {
    return "Limbo";
  }

  @Override
  public String help() {
    return "What happens in limbo has no weight, changes no output, no loss and no advantage.";
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    return AgentColumn.of(rollout, "removed").isPresent()
        ? Optional.empty()
        : Optional.of("The recording does not tell who is in limbo.");
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    long limbo = limboTicks(rollout);
    if (limbo == 0) {
      return AuditReport.nothingToCheck(id(), "No agent is ever in limbo.");
    }
    Findings findings = Findings.of(id(), subject.rollout());
    boolean credited = credit(subject, findings, cancellation);
    if (credited) {
      findings.compared("credited limbo tick", limbo);
    }
    Optional<Path> file =
        NetworkAsked.missing(rollout).isEmpty() ? subject.checkpoint() : Optional.empty();
    boolean attended = new LimboSight(rollout, findings).look(file, progress, cancellation);
    if (attended) {
      findings.compared("attended limbo tick", limbo);
    }
    boolean recurrent = false;
    if (file.isPresent()) {
      try {
        recurrent = network(rollout, file.get(), findings, progress, cancellation);
      } catch (Problem unfit) {
        return NetworkAsked.unfit(id(), subject, unfit);
      }
    } else if (!attended && findings.none() && NetworkAsked.missing(rollout).isEmpty()) {
      return AuditReport.notApplicable(
          id(),
          "What the network makes of limbo cannot be looked at. " + NetworkAsked.notFound(rollout));
    }
    return findings.report(
        words(limbo, recurrent),
        "The recording holds no values of a critic, and no network is at hand that could look at"
            + " limbo.");
  }

  /// Where nothing is wrong.
  private static String words(long limbo, boolean recurrent) {
    return recurrent
        ? "Advantages and the loss notice nothing of %d ticks in limbo; a recurrent state takes them in."
            .formatted(limbo)
        : "Nothing of %d ticks in limbo is noticed.".formatted(limbo);
  }

  /// Whether any output moves with what was seen in limbo.
  ///
  /// @return whether the network is recurrent, so that it may
  private boolean network(
      Rollout rollout, Path file, Findings findings, Progress progress, Cancellation cancellation) {
    Garbage garbage = new Garbage(rollout, findings);
    Optional<BothForms> forms = opening.open(rollout, file, Arithmetic.PLAIN);
    if (forms.isPresent()) {
      try (BothForms opened = forms.get()) {
        garbage.look(opened, progress, cancellation);
        return opened.remembers() == Remembers.STATE;
      }
    }
    Optional<SeenNeighbours> seen = SeenNeighbours.of(rollout);
    Optional<EdgeIntrospection> edges =
        seen.isEmpty()
            ? Optional.empty()
            : BuiltInPolicies.edges(file, RecordedShape.of(rollout), Arithmetic.PLAIN);
    if (edges.isPresent()) {
      try (EdgeIntrospection opened = edges.get()) {
        garbage.look(opened, seen.orElseThrow(), progress, cancellation);
      }
    } else {
      findings.leftOut("network", 1, "it has no form that learns, which is what is asked");
    }
    return false;
  }

  private static long limboTicks(Rollout rollout) {
    Limbo limbo = new Limbo(rollout);
    long count = 0;
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      count += limbo.count(tick);
    }
    return count;
  }

  /// Advantages and the loss know nothing of limbo.
  ///
  /// @return whether they could be asked
  private boolean credit(AuditSubject subject, Findings findings, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    boolean valued =
        AgentColumn.of(rollout, "reward").isPresent()
            && AgentColumn.of(rollout, "value").isPresent();
    CreditAudit audit = CreditAudit.of(Optional.empty());
    for (int agent = 0; valued && agent < rollout.manifest().agents(); agent++) {
      int who = agent;
      audit
          .limbo(rollout, agent, Progress.SILENT, cancellation)
          .ifPresent(breach ->
              findings.add(breach.tick(), who, "advantage", breach.off(), breach.cause()));
      LimboLoss.look(rollout, agent)
          .ifPresent(off ->
              findings.add(
                  off.tick(), who, "loss", off.size(), "what happens in limbo changes the loss"));
    }
    return valued;
  }
}
