package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.advantage.AdvantageLawCheck;
import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Checks that advantages stop where training's rule says, equal the direct sum of later errors,
/// and ignore limbo.
final class AdvantageAudit implements Audit {
  @Override
  public String id() {
    return "advantage";
  }

  @Override
  public String title() {
    return wording("AdvantageAudit.advantage_boundaries");
  }

  @Override
  public String help() {
    return wording("AdvantageAudit.no_credit_crosses_an_end_that");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    boolean paid = AgentColumn.of(rollout, "reward").isPresent();
    boolean valued = AgentColumn.of(rollout, "value").isPresent();
    return paid && valued
        ? Optional.empty()
        : Optional.of(wording("AdvantageAudit.the_recording_holds_no_rewards_or"));
  }

  @Override
  public boolean readsCheckpoint() {
    return true;
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    AuditFindings auditFindings = AuditFindings.of(id(), subject.rollout());
    Optional<CheckpointOrigin> origin =
        subject.checkpoint().flatMap(file -> CheckpointOrigin.of(Checkpoints.read(file)));
    AdvantageLawCheck audit = AdvantageLawCheck.of(origin);
    auditFindings.remark(
        String.format(
            Locale.ROOT,
            "%s: %s",
            origin.isPresent()
                ? wording("AdvantageAudit.the_rule_the_checkpoint_was_trained")
                : wording("AdvantageAudit.the_usual_rule"),
            audit.words(rollout)));
    int agents = rollout.manifest().agents();
    AgentColumn value = AgentColumn.of(rollout, "value").orElseThrow();
    Set<String> follows = new LinkedHashSet<>();
    for (int agent = 0; agent < agents; agent++) {
      if (value.has(agent, rollout.ticks())) {
        auditFindings.compared(wording("AdvantageAudit.agent_tick"), rollout.ticks());
        AdvantageLawCheck.Found found =
            audit.examine(rollout, agent, Progress.SILENT, cancellation);
        found.follows().ifPresent(follows::add);
        auditFindings.leftOut(
            wording("AdvantageAudit.recorded_advantage"),
            found.open(),
            wording("AdvantageAudit.the_value_that_follows_is_not"));
        auditFindings.leftOut(
            wording("AdvantageAudit.recorded_advantage"),
            found.undiscounted(),
            wording("AdvantageAudit.the_discounts_of_their_own_are"));
        for (AdvantageLawCheck.Breach breach : found.breaches()) {
          auditFindings.add(breach.tick(), agent, breach.number(), breach.off(), breach.cause());
        }
      } else {
        auditFindings.leftOut(
            wording("AdvantageAudit.agent_tick"),
            rollout.ticks(),
            wording("AdvantageAudit.no_critic_values_for_them"));
      }
      progress.report(agent + 1L, agents, "agents");
    }
    follows.forEach(
        each -> auditFindings.remark(wording("AdvantageAudit.recorded_advantages_follow", each)));
    return auditFindings.report(
        wording("AdvantageAudit.advantages_of_are_the_direct_sum")
            .formatted(CountWords.of(agents, "agent")),
        wording("AdvantageAudit.no_agent_has_critic_values"));
  }
}
