package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.credit.CreditAudit;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.parity.BothForms;
import dev.hindsight.trainer.parity.Precision;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Locale;
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
    return AgentRows.of(rollout, "removed").isPresent()
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
    Findings findings = new Findings(id(), AgentNames.of(subject.rollout()));
    findings.remark(String.format(Locale.ROOT, "%d ticks of agents are in limbo", limbo));
    boolean credited = credit(subject, findings, cancellation);
    Optional<Path> file =
        NetworkAsked.missing(rollout).isEmpty() ? subject.checkpoint() : Optional.empty();
    boolean looked = new LimboSight(rollout, findings).look(file, progress, cancellation);
    Optional<BothForms> opened;
    try {
      opened = file.flatMap(found -> opening.open(rollout, found, Precision.FLOAT32));
    } catch (Problem unfit) {
      return NetworkAsked.unfit(id(), subject, unfit);
    }
    opened.ifPresent(forms -> {
      try (forms) {
        new Garbage(rollout, forms, findings).look(progress, cancellation);
      }
    });
    findings.compared("agent tick in limbo", credited || looked || opened.isPresent() ? limbo : 0);
    return credited || looked || opened.isPresent()
        ? findings.report("Nothing of %d ticks in limbo is noticed.".formatted(limbo))
        : AuditReport.notApplicable(
            id(), "The recording holds no values of a critic, and no network is at hand.");
  }

  private static long limboTicks(Rollout rollout) {
    Channel removed = AgentRows.of(rollout, "removed").orElseThrow();
    long count = 0;
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      for (int agent = 0; agent < removed.rowLength(); agent++) {
        count += removed.value(tick, agent) != 0 ? 1 : 0;
      }
    }
    return count;
  }

  /// Advantages and the loss know nothing of limbo.
  ///
  /// @return whether they could be asked
  private boolean credit(AuditSubject subject, Findings findings, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    boolean valued =
        AgentRows.of(rollout, "reward").isPresent() && AgentRows.of(rollout, "value").isPresent();
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
