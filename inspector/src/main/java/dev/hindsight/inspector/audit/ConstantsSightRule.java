package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.env.RecordingRules.Bounds;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.AgentColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Checks that numbers drawn or set when an episode begins stay the same until it ends: the weights
/// an agent is conditioned on, the size of its body. The weights must lie within the bounds they
/// are drawn from.
final class ConstantsSightRule implements SightRule {
  private final AuditedRecording recording;
  private final AuditFindings auditFindings;
  private final List<Constant> constants;
  private final int size;
  private final float[] last;

  /// @param low smallest value that may be drawn; NaN if unknown
  private record Constant(int at, String name, double low, double high) {}

  private ConstantsSightRule(
      AuditedRecording recording, AuditFindings auditFindings, List<Constant> constants) {
    this.recording = recording;
    this.auditFindings = auditFindings;
    this.constants = constants;
    size = AgentColumn.widthOf(recording.rollout(), "observation");
    last = new float[recording.agents() * constants.size()];
    Arrays.fill(last, Float.NaN);
  }

  static Optional<ConstantsSightRule> of(AuditedRecording recording, AuditFindings auditFindings) {
    List<Constant> constants = new ArrayList<>();
    for (Segment segment : recording.rollout().manifest().observation().segments()) {
      for (int i = 0; segment.shape().size() == 1 && i < segment.names().size(); i++) {
        Bounds bounds = recording.rules().constants().get(segment.names().get(i));
        if (bounds != null) {
          constants.add(
              new Constant(
                  segment.offset() + i,
                  segment.name() + "." + segment.names().get(i),
                  bounds.least(),
                  bounds.most()));
        }
      }
    }
    return constants.isEmpty()
        ? Optional.empty()
        : Optional.of(new ConstantsSightRule(recording, auditFindings, constants));
  }

  @Override
  public void check(int tick, float[] row) {
    if (recording.begins(tick)) {
      Arrays.fill(last, Float.NaN);
    }
    for (int agent = 0; agent < recording.agents(); agent++) {
      if (recording.limbo(tick, agent) || recording.byHand().seen(tick, agent)) {
        continue;
      }
      for (int c = 0; c < constants.size(); c++) {
        check(tick, agent, constants.get(c), agent * constants.size() + c, row);
      }
    }
  }

  private void check(int tick, int agent, Constant constant, int kept, float[] row) {
    float now = row[agent * size + constant.at];
    float before = last[kept];
    auditFindings.compared(wording("ConstantsSightRule.constant_number"), 1);
    if (!Float.isNaN(before) && now != before) {
      auditFindings.add(
          tick,
          agent,
          wording("ConstantsSightRule.observation", constant.name),
          Math.abs(now - before),
          wording("ConstantsSightRule.it_changes_within_an_episode_but"));
    } else if (now < constant.low - 1e-5 || now > constant.high + 1e-5) {
      auditFindings.add(
          tick,
          agent,
          wording("ConstantsSightRule.observation", constant.name),
          Math.max(constant.low - now, now - constant.high),
          wording("ConstantsSightRule.it_is_outside_the_bounds_it"));
    }
    last[kept] = now;
  }
}
