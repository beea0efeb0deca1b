package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.record.Replay;
import dev.hindsight.trainer.record.ReplayReport;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Optional;

/// The recording happens again here, bit for bit, from its recipe.
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
    return "Simulated again from its recipe, it is the same to the bit.";
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    return rollout.channel("action").isPresent()
        ? Optional.empty()
        : Optional.of("The recording holds no actions.");
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Findings findings = new Findings(id(), AgentNames.of(subject.rollout()));
    ReplayReport report;
    try {
      report = new Replay(subject.rollout()).run(progress, cancellation);
    } catch (Problem problem) {
      return AuditReport.notApplicable(id(), problem.what());
    }
    report
        .firstDifference()
        .ifPresent(first ->
            findings.add(
                Math.min(first.tick(), subject.rollout().ticks() - 1),
                first.agent(),
                subject
                    .rollout()
                    .channel(first.channel())
                    .map(channel -> Named.of(subject.rollout(), channel, first.index()).dimension())
                    .orElse(first.channel()),
                Math.abs(first.here() - first.stored()),
                "here "
                    + first.here()
                    + ", stored "
                    + first.stored()
                    + ": "
                    + report
                        .code()
                        .words()
                        .orElse(
                            "another version of the simulation, or the recording was changed")));
    findings.compared("tick", report.ticks());
    return findings.report(
        "All "
            + report.ticks()
            + " ticks replay bit for bit"
            + report.code().words().map(words -> " (" + words + ").").orElse("."));
  }
}
