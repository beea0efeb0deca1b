package dev.hindsight.trainer.env.drive.simulation;

import dev.hindsight.trainer.env.drive.simulation.TrafficParticipant.Role;
import java.util.ArrayList;
import java.util.List;

/// Moves the bodies that follow their logs. Hot loop: no allocation.
public final class ExpertReplay {
  private final List<TrafficParticipant> actors;
  private final int[] bodies;
  private final boolean quirks;
  private final boolean endless;

  /// @param config whether the reference's defects are reproduced, and whether logs restart at
  ///   their end, as in trial mode
  public ExpertReplay(Roster roster, DriveConfig config) {
    List<Integer> experts = new ArrayList<>();
    for (int i = 0; i < roster.size(); i++) {
      if (roster.actor(i).role() == Role.EXPERT) {
        experts.add(i);
      }
    }
    bodies = experts.stream().mapToInt(Integer::intValue).toArray();
    actors = experts.stream().map(roster::actor).toList();
    quirks = config.quirks();
    endless = config.goals().behavior() == DriveConfig.GoalBehavior.TRIAL;
  }

  /// Moves every expert to its logged pose.
  ///
  /// @param frame frame of the logs
  public void move(Bodies b, int frame) {
    for (int e = 0; e < bodies.length; e++) {
      TrafficParticipant trafficParticipant = actors.get(e);
      int at = endless ? frame % trafficParticipant.ticks() : frame;
      if (quirks) {
        replayAsReference(b, bodies[e], trafficParticipant, at);
      } else if (b.removed[bodies[e]] == 0) {
        place(b, bodies[e], trafficParticipant, at);
        boolean there = trafficParticipant.known(at);
        b.vx[bodies[e]] = there ? trafficParticipant.vx()[at] : 0;
        b.vy[bodies[e]] = there ? trafficParticipant.vy()[at] : 0;
      }
    }
  }

  /// In the reference experts keep their initial speed of 0, and one that has vanished does not
  /// return before the next start.
  private static void replayAsReference(
      Bodies b, int body, TrafficParticipant trafficParticipant, int frame) {
    if (b.x[body] != MapFrame.NOWHERE) {
      place(b, body, trafficParticipant, frame);
    }
  }

  /// Moves a body to its logged pose, or off the map if the log has none.
  static void place(Bodies b, int body, TrafficParticipant trafficParticipant, int frame) {
    if (trafficParticipant.known(frame)) {
      b.x[body] = trafficParticipant.x()[frame];
      b.y[body] = trafficParticipant.y()[frame];
      b.face(body, trafficParticipant.heading()[frame]);
    } else {
      b.removeFromMap(body);
      b.face(body, 0);
    }
  }
}
