package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.env.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.AgentColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Numbers that are drawn or set when an episode begins stay as they are until it ends: the weights
/// an agent is conditioned on, the size of its body. Weights lie within the bounds they are drawn
/// from.
final class SeenConstants implements SightRule {
  private static final List<String> SIZES = List.of("width", "length");
  private static final String WEIGHT = "_weight";

  private final AuditedRecording recording;
  private final Findings findings;
  private final List<Constant> constants;
  private final int size;
  private final float[] last;

  /// @param low least that may be drawn; NaN where nothing says
  private record Constant(int at, String name, double low, double high) {}

  private SeenConstants(AuditedRecording recording, Findings findings, List<Constant> constants) {
    this.recording = recording;
    this.findings = findings;
    this.constants = constants;
    size = AgentColumn.widthOf(recording.rollout(), "observation");
    last = new float[recording.agents() * constants.size()];
    Arrays.fill(last, Float.NaN);
  }

  static Optional<SeenConstants> of(AuditedRecording recording, Findings findings) {
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
        : Optional.of(new SeenConstants(recording, findings, constants));
  }

  @Override
  public void look(int tick, float[] row) {
    if (recording.begins(tick)) {
      Arrays.fill(last, Float.NaN);
    }
    for (int agent = 0; agent < recording.agents(); agent++) {
      if (recording.limbo(tick, agent) || recording.byHand().seen(tick, agent)) {
        continue;
      }
      for (int c = 0; c < constants.size(); c++) {
        look(tick, agent, constants.get(c), agent * constants.size() + c, row);
      }
    }
  }

  private void look(int tick, int agent, Constant constant, int kept, float[] row) {
    float now = row[agent * size + constant.at];
    float before = last[kept];
    findings.compared("constant number", 1);
    if (!Float.isNaN(before) && now != before) {
      findings.add(
          tick,
          agent,
          "observation " + constant.name,
          Math.abs(now - before),
          "it changes within an episode, of which it is a constant");
    } else if (now < constant.low - 1e-5 || now > constant.high + 1e-5) {
      findings.add(
          tick,
          agent,
          "observation " + constant.name,
          Math.max(constant.low - now, now - constant.high),
          "it is outside the bounds it is drawn from");
    }
    last[kept] = now;
  }
}
