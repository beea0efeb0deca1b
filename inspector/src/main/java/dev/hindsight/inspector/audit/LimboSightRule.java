package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Channel;
import java.util.Optional;

/// Checks that agents in limbo stand still and that no agent sees them: they have no velocity and
/// are in no pair of the radar.
final class LimboSightRule implements SightRule {
  private final AuditedRecording recording;
  private final AuditFindings auditFindings;
  private final Optional<AgentColumn> velocity;
  private final Optional<Channel> pairs;
  private final boolean[] arrived;

  private LimboSightRule(
      AuditedRecording recording,
      AuditFindings auditFindings,
      Optional<AgentColumn> velocity,
      Optional<Channel> pairs) {
    this.recording = recording;
    this.auditFindings = auditFindings;
    this.velocity = velocity;
    this.pairs = pairs;
    arrived = new boolean[recording.agents()];
  }

  static Optional<LimboSightRule> of(AuditedRecording recording, AuditFindings auditFindings) {
    Optional<AgentColumn> velocity = recording.column("velocity", 2);
    Optional<Channel> pairs =
        recording
            .rollout()
            .channel("conflict_pairs")
            .filter(c -> c.rowShape().length == 2 && c.rowShape()[1] >= 2);
    return recording.ours() && recording.hasLimbo() && (velocity.isPresent() || pairs.isPresent())
        ? Optional.of(new LimboSightRule(recording, auditFindings, velocity, pairs))
        : Optional.empty();
  }

  @Override
  public void check(int tick, float[] row) {
    for (int agent = 0; agent < recording.agents(); agent++) {
      boolean limbo = recording.limbo(tick, agent);
      boolean enters = limbo && tick > 0 && !recording.limbo(tick - 1, agent);
      arrived[agent] = limbo && (enters ? recording.goal(tick - 1, agent) : arrived[agent]);
      if (limbo && velocity.isPresent()) {
        auditFindings.compared(wording("LimboSightRule.limbo_tick"), 1);
        moving(tick, agent, velocity.get(), enters);
      }
    }
    pairs.ifPresent(channel -> radar(tick, channel));
  }

  /// An agent that has arrived stands still; one that a contact removed keeps its velocity. At the
  /// end of a trial all agents are put back to the start.
  private void moving(int tick, int agent, AgentColumn v, boolean enters) {
    double speed = Math.hypot(v.value(tick, agent, 0), v.value(tick, agent, 1));
    boolean changes =
        !enters
            && tick > 0
            && !recording.trialEnds(tick - 1)
            && recording.limbo(tick - 1, agent)
            && (v.value(tick, agent, 0) != v.value(tick - 1, agent, 0)
                || v.value(tick, agent, 1) != v.value(tick - 1, agent, 1));
    if ((arrived[agent] && speed != 0) || (changes && !recording.byHand().moved(tick))) {
      auditFindings.add(
          tick, agent, "velocity", speed, wording("LimboSightRule.an_agent_in_limbo_has_a"));
    }
  }

  private void radar(int tick, Channel channel) {
    int width = channel.rowShape()[1];
    for (int pair = 0; pair < channel.rowShape()[0]; pair++) {
      for (int side = 0; side < 2; side++) {
        double body = channel.value(tick, pair * width + side);
        int agent = body >= 0 && body < recording.agents() ? (int) body : -1;
        if (agent >= 0) {
          auditFindings.compared(wording("LimboSightRule.radar_pair"), 1);
        }
        if (agent >= 0 && recording.limbo(tick, agent)) {
          auditFindings.add(
              tick,
              agent,
              "conflict_pairs[" + pair + "]",
              Double.NaN,
              wording("LimboSightRule.an_agent_in_limbo_is_one"));
        }
      }
    }
  }
}
