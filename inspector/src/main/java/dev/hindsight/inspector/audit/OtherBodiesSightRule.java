package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.scene.Poses;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Checks which agents see which: every row of a table of others must match the place of a visible
/// body, and none may describe an agent in limbo.
final class OtherBodiesSightRule implements SightRule {
  /// Metres by which rounding may move the body in an observation.
  private static final double NEAR = 0.1;

  private final AuditedRecording recording;
  private final AuditFindings auditFindings;
  private final Segment table;
  private final boolean named;
  private final int size;
  private final int xAt;
  private final int yAt;
  private final double factor;
  private final AgentColumn pose;
  private final Optional<Channel> others;
  private final int bodies;

  /// Whether sensors change the place of a body, or when it is shown.
  private final boolean sensed;

  private final double[] lastX;
  private final double[] lastY;

  private OtherBodiesSightRule(
      AuditedRecording recording,
      AuditFindings auditFindings,
      Segment table,
      AgentColumn pose,
      int xAt) {
    this.recording = recording;
    this.auditFindings = auditFindings;
    this.table = table;
    this.pose = pose;
    this.xAt = xAt;
    named = table.feature(0).equals(NeighbourTable.SLOT);
    yAt = xAt + 1;
    BitSet changed = RecordedRandomness.of(recording.rollout()).sensed();
    sensed =
        named
            ? changed.get(table.offset())
            : changed.get(table.offset() + xAt) || changed.get(table.offset() + yAt);
    factor = table.quantity(xAt).factor();
    size = AgentColumn.widthOf(recording.rollout(), "observation");
    others =
        recording
            .rollout()
            .channel("other_pose")
            .filter(c -> c.rowShape().length == 2 && c.rowShape()[1] == 3);
    bodies = recording.agents() + others.map(c -> c.rowShape()[0]).orElse(0);
    lastX = new double[recording.agents()];
    lastY = new double[recording.agents()];
    Arrays.fill(lastX, Double.NaN);
  }

  /// Tables of vehicles (`rel_x`, `rel_y` in metres) and of neighbours that name each other.
  static Optional<OtherBodiesSightRule> of(
      AuditedRecording recording, AuditFindings auditFindings) {
    Optional<AgentColumn> pose = recording.column("pose", 3);
    for (Segment segment : recording.rollout().manifest().observation().segments()) {
      List<String> names = segment.names();
      boolean partners = segment.name().equals("partners") && names.contains("rel_x");
      boolean slots =
          NeighbourTable.of(recording.rollout().manifest().observation()).isPresent()
              && segment.feature(0).equals(NeighbourTable.SLOT);
      int x = names.indexOf(partners ? "rel_x" : "dx");
      boolean table = segment.shape().size() == 2 && names.size() == segment.features();
      boolean metres = partners && x >= 0 && table && segment.quantity(x).unit().equals("m ahead");
      if (pose.isPresent() && table && (metres || slots)) {
        return Optional.of(
            new OtherBodiesSightRule(
                recording, auditFindings, segment, pose.get(), Math.max(0, x)));
      }
    }
    return Optional.empty();
  }

  @Override
  public void check(int tick, float[] row) {
    for (int agent = 0; agent < recording.agents(); agent++) {
      if (recording.observes(tick, agent)) {
        table(tick, agent, row);
      }
    }
    for (int agent = 0; agent < recording.agents(); agent++) {
      if (!recording.limbo(tick, agent)) {
        lastX[agent] = pose.value(tick, agent, 0);
        lastY[agent] = pose.value(tick, agent, 1);
      }
    }
  }

  private void table(int tick, int agent, float[] row) {
    for (int r = 0; r < table.rows(); r++) {
      int at = agent * size + table.offset() + r * table.features();
      if (named ? row[at] < 0 : empty(row, at)) {
        continue;
      }
      if (sensed) {
        auditFindings.leftOut(
            wording("OtherBodiesSightRule.body_row"),
            1,
            wording("OtherBodiesSightRule.sensors_change_what_is_observed"));
      } else if (named) {
        auditFindings.compared(wording("OtherBodiesSightRule.body_row"), 1);
        slot(tick, agent, r, row[at]);
      } else {
        place(tick, agent, r, row[at + xAt] * factor, row[at + yAt] * factor);
      }
    }
  }

  private boolean empty(float[] row, int at) {
    for (int i = at; i < at + table.features(); i++) {
      if (row[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private String dimension(int r) {
    return wording("OtherBodiesSightRule.observation", table.name(), r);
  }

  private void slot(int tick, int agent, int r, float slot) {
    int other = (int) slot;
    if (other != slot || other >= bodies) {
      auditFindings.add(
          tick,
          agent,
          dimension(r),
          Double.NaN,
          wording("OtherBodiesSightRule.the_observation_shows_a_neighbour", slot));
    } else if (other == agent) {
      auditFindings.add(
          tick,
          agent,
          dimension(r),
          Double.NaN,
          wording("OtherBodiesSightRule.the_agent_observes_itself_as_a"));
    } else if (other < recording.agents() && recording.limbo(tick, other)) {
      auditFindings.add(
          tick,
          agent,
          dimension(r),
          Double.NaN,
          wording("OtherBodiesSightRule.agent_is_in_limbo_but_still").formatted(other));
    }
  }

  private void place(int tick, int agent, int r, double ahead, double left) {
    double heading = pose.value(tick, agent, 2);
    double x = pose.value(tick, agent, 0) + ahead * Math.cos(heading) - left * Math.sin(heading);
    double y = pose.value(tick, agent, 1) + ahead * Math.sin(heading) + left * Math.cos(heading);
    double nearest = Double.POSITIVE_INFINITY;
    // A place that is not recorded is NaN: the body may be there.
    boolean unknown = Double.isNaN(x + y);
    for (int body = 0; body < bodies; body++) {
      double there = bodyX(tick, body);
      boolean gone = body < recording.agents() && recording.limbo(tick, body);
      if (body != agent && there != Poses.OFF_MAP) {
        double away = Math.hypot(there - x, bodyY(tick, body) - y);
        unknown |= Double.isNaN(away) && !gone;
        nearest = away < nearest ? away : nearest;
      }
    }
    if (unknown && !(nearest <= NEAR)) {
      auditFindings.leftOut(
          wording("OtherBodiesSightRule.body_row"),
          1,
          wording("OtherBodiesSightRule.not_all_places_are_recorded"));
      return;
    }
    auditFindings.compared(wording("OtherBodiesSightRule.body_row"), 1);
    if (nearest <= NEAR) {
      return;
    }
    for (int other = 0; other < recording.agents(); other++) {
      boolean ghostly = recording.limbo(tick, other) && !Double.isNaN(lastX[other]);
      if (ghostly && Math.hypot(lastX[other] - x, lastY[other] - y) <= 2) {
        auditFindings.add(
            tick,
            agent,
            dimension(r),
            Double.NaN,
            wording("OtherBodiesSightRule.agent_is_in_limbo_but_still_2").formatted(other));
        return;
      }
    }
    auditFindings.add(
        tick,
        agent,
        dimension(r),
        nearest,
        wording("OtherBodiesSightRule.the_observation_shows_a_body_where"));
  }

  private double bodyX(int tick, int body) {
    return body < recording.agents()
        ? pose.value(tick, body, 0)
        : others.orElseThrow().value(tick, 3 * (body - recording.agents()));
  }

  private double bodyY(int tick, int body) {
    return body < recording.agents()
        ? pose.value(tick, body, 1)
        : others.orElseThrow().value(tick, 3 * (body - recording.agents()) + 1);
  }
}
