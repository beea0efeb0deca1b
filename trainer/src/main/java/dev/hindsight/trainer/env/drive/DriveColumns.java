package dev.hindsight.trainer.env.drive;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.drive.reward.EpisodeState;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.DynamicsModel;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.ReferenceVariant;
import dev.hindsight.trainer.env.drive.simulation.ReachableExits;
import dev.hindsight.trainer.env.drive.simulation.Roster;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// The drive environment's own columns and the code that writes their rows. Writing allocates
/// nothing.
final class DriveColumns {
  private final List<Column> columns = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private final int agents;
  private final int others;

  /// Writes one row.
  private interface Row {
    void write(Bodies b, EpisodeState episodeState, ByteBuffer row);
  }

  /// One number of one agent.
  private interface AgentNumber {
    float of(Bodies b, int agent);
  }

  /// One small whole number of one agent.
  private interface Small {
    int of(Bodies b, int agent);
  }

  DriveColumns(DriveConfig config, Roster roster, ReachableExits exits) {
    agents = roster.agents().size();
    others = roster.others().size();
    add(
        "pose",
        "",
        wording("DriveColumns.x_m_y_m_add_static"),
        "agent",
        agents,
        3,
        (b, _, row) -> poses(b, row, 0, b.agents));
    add(
        "velocity",
        "m/s",
        wording("DriveColumns.x_and_y"),
        "agent",
        agents,
        2,
        (b, _, row) -> velocities(b, row));
    add(
        "goal",
        "m",
        wording("DriveColumns.x_and_y_of_where_the"),
        "agent",
        agents,
        2,
        (b, _, row) -> goals(b, row));
    if (others > 0) {
      add(
          "other_pose",
          "",
          wording("DriveColumns.x_m_y_m_heading_rad"),
          "other",
          others,
          3,
          (b, _, row) -> poses(b, row, b.agents, b.count));
    }
    small("collision", Dtype.I1, "0 none, 1 vehicle, 2 offroad", (b, a) -> b.collision[a]);
    small(
        "goal_reached",
        Dtype.BOOL,
        wording("DriveColumns.the_goal_was_reached"),
        (b, a) -> b.goalReached[a]);
    small(
        "ghost",
        Dtype.BOOL,
        wording("DriveColumns.put_back_to_the_start_after"),
        (b, a) -> b.respawnTick[a] == Bodies.NEVER ? 0 : 1);
    small(
        "stopped",
        Dtype.BOOL,
        wording("DriveColumns.stands_still_until_the_next_start"),
        (b, a) -> b.stopped[a]);
    small(
        "lane_aligned",
        Dtype.BOOL,
        wording("DriveColumns.heads_along_its_lane"),
        (b, a) -> b.laneAligned[a]);
    if (config.preset() == ReferenceVariant.ADAPTIVE) {
      number(
          "lane_offset",
          "m",
          wording("DriveColumns.to_the_lanes_centre_positive_on"),
          (b, a) -> b.laneOffset[a]);
      number(
          "lane_cos",
          "1",
          wording("DriveColumns.cosine_of_the_angle_to_the"),
          (b, a) -> b.laneCos[a]);
    }
    if (config.dynamics() == DynamicsModel.JERK) {
      number("steering", "rad", wording("DriveColumns.steering_angle"), (b, a) -> b.steering[a]);
      number(
          "acceleration_long",
          "m/s²",
          wording("DriveColumns.along_the_heading"),
          (b, a) -> b.accelerationLong[a]);
      number(
          "acceleration_lat",
          "m/s²",
          wording("DriveColumns.to_the_left"),
          (b, a) -> b.accelerationLat[a]);
    }
    columns.add(StateParts.column(parts(exits)));
    rows.add((b, episodeState, row) -> {
      b.writeParts(row);
      episodeState.writeParts(row);
    });
  }

  /// Names of the state's parts: the same for any number of agents.
  private static List<String> parts(ReachableExits exits) {
    List<String> names = new ArrayList<>(new Bodies(0, 0).parts());
    names.addAll(new EpisodeState(0, 0, exits.counts()).parts());
    return names;
  }

  List<Column> all() {
    return List.copyOf(columns);
  }

  /// @param row little-endian, with exactly the row's bytes remaining
  void write(int column, Bodies b, EpisodeState episodeState, ByteBuffer row) {
    rows.get(column).write(b, episodeState, row);
  }

  private void add(
      String name, String unit, String doc, String axis, int size, int width, Row writer) {
    columns.add(
        new Column(
            ChannelSpec.perTick(name, Dtype.F4, unit, doc, axis, width), List.of(size, width)));
    rows.add(writer);
  }

  private void number(String name, String unit, String doc, AgentNumber agentNumber) {
    columns.add(
        new Column(ChannelSpec.perTick(name, Dtype.F4, unit, doc, "agent"), List.of(agents)));
    rows.add((b, _, row) -> {
      for (int a = 0; a < b.agents; a++) {
        row.putFloat(agentNumber.of(b, a));
      }
    });
  }

  private void small(String name, Dtype type, String doc, Small small) {
    columns.add(new Column(ChannelSpec.perTick(name, type, "1", doc, "agent"), List.of(agents)));
    rows.add((b, _, row) -> {
      for (int a = 0; a < b.agents; a++) {
        row.put((byte) small.of(b, a));
      }
    });
  }

  private static void poses(Bodies b, ByteBuffer row, int from, int to) {
    for (int i = from; i < to; i++) {
      row.putFloat(b.x[i]);
      row.putFloat(b.y[i]);
      row.putFloat(b.heading[i]);
    }
  }

  private static void velocities(Bodies b, ByteBuffer row) {
    for (int a = 0; a < b.agents; a++) {
      row.putFloat(b.vx[a]);
      row.putFloat(b.vy[a]);
    }
  }

  private static void goals(Bodies b, ByteBuffer row) {
    for (int a = 0; a < b.agents; a++) {
      row.putFloat(b.goalX[a]);
      row.putFloat(b.goalY[a]);
    }
  }
}
