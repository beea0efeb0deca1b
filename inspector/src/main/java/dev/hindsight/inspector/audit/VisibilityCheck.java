package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.Poses;
import java.util.List;
import java.util.Optional;

/// Checks which agents are visible when a trial begins, and which are on the map: rules for worlds
/// with bodies.
final class VisibilityCheck {
  private final Rollout rollout;
  private final AuditFindings auditFindings;

  VisibilityCheck(Rollout rollout, AuditFindings auditFindings) {
    this.rollout = rollout;
    this.auditFindings = auditFindings;
  }

  void check() {
    ghosts();
    invisible();
    bodies();
  }

  /// In trial mode no agent is a ghost; ghosts neither see others nor are seen.
  private void ghosts() {
    Optional<AgentColumn> ghost = AgentColumn.of(rollout, "ghost");
    TrialIndex trials = rollout.trials();
    for (int stretch = 0; ghost.isPresent() && stretch < trials.count(); stretch++) {
      int tick = trials.start(stretch);
      for (int agent = 0; agent < ghost.get().agents(); agent++) {
        if (ghost.get().is(tick, agent)) {
          auditFindings.add(
              tick, agent, "ghost", 1, wording("VisibilityCheck.the_ghost_flag_of_a_respawn"));
        }
      }
    }
  }

  /// Every trial begins as the first did: an agent that saw others then sees them now.
  private void invisible() {
    TrialIndex trials = rollout.trials();
    List<Segment> tables =
        AgentColumn.observation(rollout).isPresent()
            ? rollout.manifest().observation().segments().stream()
                .filter(segment -> segment.name().equals("partners"))
                .toList()
            : List.of();
    for (Segment table : tables) {
      int first = 0;
      for (int stretch = 0; stretch < trials.count(); stretch++) {
        int seen = filled(table, trials.start(stretch));
        if (trials.trial(stretch) == 0) {
          first = seen;
        } else if (first > 0 && seen == 0) {
          auditFindings.add(
              trials.start(stretch),
              AuditFinding.NO_AGENT,
              wording("VisibilityCheck.observation", table.name()),
              first,
              wording("VisibilityCheck.all_agents_are_invisible_in_trials"));
        }
      }
    }
  }

  private int filled(Segment table, int tick) {
    Channel observation = rollout.channel("observation").orElseThrow();
    int size = AgentColumn.widthOf(rollout, "observation");
    int filled = 0;
    float[] row = new float[table.length()];
    for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
      observation.read(tick, agent * size + table.offset(), row, row.length);
      for (float number : row) {
        filled += number != 0 ? 1 : 0;
      }
    }
    return filled;
  }

  /// Agents in limbo are off the map, and no others are.
  private void bodies() {
    int agents = rollout.manifest().agents();
    Optional<AgentColumn> removed = AgentColumn.of(rollout, "removed");
    Optional<AgentColumn> pose =
        AgentColumn.of(rollout, "pose", 3).filter(_ -> removed.isPresent());
    for (int tick = 0; pose.isPresent() && tick < rollout.ticks(); tick++) {
      for (int agent = 0; agent < agents; agent++) {
        double x = pose.get().value(tick, agent);
        boolean off = x == Poses.OFF_MAP;
        boolean limbo = removed.orElseThrow().is(tick, agent);
        if (limbo && !off) {
          auditFindings.add(
              tick,
              agent,
              "pose.x",
              Math.abs(x - Poses.OFF_MAP),
              wording("VisibilityCheck.in_limbo_and_still_on_the"));
        } else if (off && !limbo) {
          auditFindings.add(
              tick, agent, "removed", 1, wording("VisibilityCheck.off_the_map_and_not_in"));
        }
      }
    }
  }
}
