package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.critic.TargetParity;
import dev.hindsight.inspector.critic.TargetParity.Difference;
import dev.hindsight.inspector.critic.TargetParity.Learning;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.critic.RolloutSteps;
import dev.hindsight.trainer.learn.sac.CheckpointLearner;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Optional;

/// Checks that the targets which learning's own code computes from a recording are those that
/// follow from its rewards, ends and final observations, recomputed apart from that code in double
/// precision.
final class TargetsAudit implements Audit {
  private final Learning learning;

  TargetsAudit() {
    this(Learning.BUILT_IN);
  }

  TargetsAudit(Learning learning) {
    this.learning = learning;
  }

  @Override
  public String id() {
    return "targets";
  }

  @Override
  public String title() {
    return wording("TargetsAudit.targets_of_critics");
  }

  @Override
  public String help() {
    return wording("TargetsAudit.what_critics_learn_follows");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    return NetworkAvailability.missing(rollout)
        .or(() -> lack(rollout, "action"))
        .or(() -> lack(rollout, "reward"));
  }

  private static Optional<String> lack(Rollout rollout, String name) {
    return rollout.channel(name).filter(c -> c.spec().perAgent()).isPresent()
        ? Optional.empty()
        : Optional.of(wording("TargetsAudit.it_has_no_column", name));
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
    Optional<CheckpointLearner> opened;
    try {
      opened = CheckpointLearner.open(file.get(), TeacherForcing.shapeOf(rollout));
    } catch (Problem unfit) {
      return NetworkAvailability.unfit(id(), subject, unfit);
    }
    if (opened.isEmpty()) {
      return AuditReport.notApplicable(
          id(), wording("TargetsAudit.the_checkpoint_holds_no_critics"));
    }
    try (CheckpointLearner learner = opened.get()) {
      return TargetParity.of(learner, new RolloutSteps(rollout), learning, cancellation)
          .map(parity -> report(rollout, parity))
          .orElseGet(() ->
              AuditReport.notApplicable(id(), wording("TargetsAudit.its_networks_are_not_linear")));
    }
  }

  private AuditReport report(Rollout rollout, TargetParity parity) {
    AuditFindings findings = AuditFindings.of(id(), rollout);
    findings.compared(wording("TargetsAudit.target"), parity.compared());
    findings.leftOut(
        wording("TargetsAudit.target"),
        parity.without(),
        wording("TargetsAudit.without_a_final_observation"));
    String cause =
        parity.cause().orElseGet(() -> wording("TargetsAudit.learning_computes_another"));
    for (Difference each : parity.differences()) {
      findings.add(each.tick(), each.agent(), each.number(), each.size(), cause);
    }
    if (parity.compared() > 0) {
      findings.remark(
          wording(
              "TargetsAudit.critics_are_off_by", NumberWords.significant(parity.meanError(), 3)));
    }
    return findings.report(wording("TargetsAudit.all_targets_follow"));
  }
}
