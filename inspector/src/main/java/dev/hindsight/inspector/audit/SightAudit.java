package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks that what an agent sees of itself, of others and of its own past matches the columns of
/// the same row. It reads the names of the observation layout and skips recordings without them.
final class SightAudit implements Audit {
  @Override
  public String id() {
    return "sight";
  }

  @Override
  public String title() {
    return "Sight";
  }

  @Override
  public String help() {
    return wording("SightAudit.observations_of_an_agent_itself");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    return AgentColumn.observation(rollout).isPresent()
        ? Optional.empty()
        : Optional.of(wording("SightAudit.the_recording_has_no_observations"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    AuditFindings auditFindings = AuditFindings.of(id(), rollout);
    AuditedRecording recording = new AuditedRecording(rollout);
    List<SightRule> rules = new ArrayList<>();
    OwnStateSightRule.of(recording, auditFindings).ifPresent(rules::add);
    PastSightRule.of(recording, auditFindings).ifPresent(rules::add);
    ConstantsSightRule.of(recording, auditFindings).ifPresent(rules::add);
    OtherBodiesSightRule.of(recording, auditFindings).ifPresent(rules::add);
    LimboSightRule.of(recording, auditFindings).ifPresent(rules::add);
    int size = AgentColumn.widthOf(rollout, "observation");
    float[] row = new float[recording.agents() * size];
    var observation = rollout.channel("observation").orElseThrow();
    for (int tick = 0; tick < rollout.ticks() && !rules.isEmpty(); tick++) {
      cancellation.throwIfCancelled();
      observation.read(tick, 0, row, row.length);
      for (SightRule rule : rules) {
        rule.check(tick, row);
      }
      progress.report(tick + 1L, rollout.ticks(), "ticks");
    }
    rules.forEach(SightRule::close);
    return auditFindings.report(
        wording("SightAudit.observations_match_the_columns"),
        wording("SightAudit.no_number_of_the_observation_is"));
  }
}
