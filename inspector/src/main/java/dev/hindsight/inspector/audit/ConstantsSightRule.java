package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.AgentColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Numbers that are drawn or set when an episode begins stay as they are until it ends: the weights
/// an agent is conditioned on, the size of its body. Weights lie within the bounds they are drawn
/// from.
final class ConstantsSightRule implements SightRule {
  private static final List<String> SIZES = List.of("width", "length");
  private static final String WEIGHT = "_weight";

  private final AuditedRecording recording;
  private final AuditFindings auditFindings;
  private final List<Constant> constants;
  private final int size;
  private final float[] last;

  /// @param low least that may be drawn; NaN where nothing says
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
    boolean drive = recording.rollout().manifest().environment().id().equals("drive");
    for (Segment segment : recording.rollout().manifest().observation().segments()) {
      for (int i = 0; drive && segment.shape().size() == 1 && i < segment.names().size(); i++) {
        String name = segment.names().get(i);
        if (name.endsWith(WEIGHT) || SIZES.contains(name)) {
          constants.add(
              new Constant(
                  segment.offset() + i,
                  segment.name() + "." + name,
                  recording.number(name + "_lb").orElse(Double.NaN),
                  recording.number(name + "_ub").orElse(Double.NaN)));
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
    auditFindings.compared("constant number", 1);
    if (!Float.isNaN(before) && now != before) {
      auditFindings.add(
          tick,
          agent,
          "observation " + constant.name,
          Math.abs(now - before),
          "it changes within an episode but should be constant");
    } else if (now < constant.low - 1e-5 || now > constant.high + 1e-5) {
      auditFindings.add(
          tick,
          agent,
          "observation " + constant.name,
          Math.max(constant.low - now, now - constant.high),
          "it is outside the bounds it was drawn from");
    }
    last[kept] = now;
  }
}
