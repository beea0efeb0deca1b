package dev.hindsight.trainer.env.drive.simulation;

import static dev.hindsight.trainer.env.drive.simulation.MapFrame.NOWHERE;

import dev.hindsight.trainer.env.drive.simulation.TrafficParticipant.Role;
import java.util.Arrays;

/// The state at the start of every trial and episode: all bodies at the first frame of their logs.
public final class StartState {
  private StartState() {}

  /// @param roads of the map
  /// @return the complete start state: collisions, lanes, and immediate removals
  public static Bodies of(Roster roster, Roads roads, DriveConfig config) {
    Bodies bodies = placed(roster, config);
    if (config.casting().control() == DriveConfig.ControlledBodies.WOSAC) {
      drop(bodies, wronglyLogged(roster, bodies, config), config);
    }
    ContactRule contactRule = new ContactRule(roads, roster, config);
    for (int a = 0; a < bodies.agents; a++) {
      contactRule.update(bodies, a);
      bodies.collidedThisTrial[a] = 0;
    }
    return bodies;
  }

  private static Bodies placed(Roster roster, DriveConfig config) {
    Bodies b = new Bodies(roster.agents().size(), roster.size());
    int frame = config.casting().initSteps();
    for (int i = 0; i < b.count; i++) {
      TrafficParticipant trafficParticipant = roster.actor(i);
      b.x[i] = trafficParticipant.x()[frame];
      b.y[i] = trafficParticipant.y()[frame];
      b.face(i, trafficParticipant.heading()[frame]);
      b.respawnTick[i] = Bodies.NEVER;
      boolean moving =
          switch (trafficParticipant.role()) {
            case AGENT -> true;
            case EXPERT -> !config.quirks();
            case STATIC -> false;
          };
      b.vx[i] = moving ? trafficParticipant.vx()[frame] : 0;
      b.vy[i] = moving ? trafficParticipant.vy()[frame] : 0;
      if (trafficParticipant.role() == Role.AGENT) {
        aim(b, i, trafficParticipant, frame, config.goals().within());
        b.leaveLane(i);
      }
    }
    return b;
  }

  /// Sets the goal: the log's end, or the point at which the log has gone far enough.
  ///
  /// @param within metres along the log; 0 for the log's goal
  private static void aim(
      Bodies b, int i, TrafficParticipant trafficParticipant, int start, float within) {
    b.goalX[i] = trafficParticipant.goalX();
    b.goalY[i] = trafficParticipant.goalY();
    double gone = 0;
    for (int frame = start + 1; within > 0 && trafficParticipant.known(frame); frame++) {
      gone +=
          Math.hypot(
              trafficParticipant.x()[frame] - trafficParticipant.x()[frame - 1],
              trafficParticipant.y()[frame] - trafficParticipant.y()[frame - 1]);
      if (gone >= within) {
        b.goalX[i] = trafficParticipant.x()[frame];
        b.goalY[i] = trafficParticipant.y()[frame];
        return;
      }
    }
  }

  /// Removes bodies whose logs collide with agents. In the reference this affects only those that
  /// start from frame 0.
  private static void drop(Bodies b, boolean[] bad, DriveConfig config) {
    for (int i = b.agents; i < b.count; i++) {
      if (bad[i] && !config.quirks()) {
        b.remove(i);
      } else if (bad[i] && config.casting().initSteps() == 0) {
        b.x[i] = NOWHERE;
        b.y[i] = NOWHERE;
      }
    }
  }

  /// Finds the uncontrolled bodies that agents would collide with if all bodies followed their
  /// logs: such a log is wrong, and realism benchmarks drop it.
  ///
  /// @param start all bodies at the first frame
  /// @return for each body whether to drop it
  private static boolean[] wronglyLogged(Roster roster, Bodies start, DriveConfig config) {
    Bodies b = new Bodies(start.agents, start.count);
    b.copyFrom(start);
    CollisionDetector collisionDetector = new CollisionDetector(roster);
    ExpertReplay expertReplay = new ExpertReplay(roster, config);
    int[] hit = new int[b.agents];
    Arrays.fill(hit, CollisionDetector.NO_AGENT);
    for (int frame = 0; frame < config.limits().episodeTicks(); frame++) {
      for (int a = 0; a < b.agents; a++) {
        ExpertReplay.place(b, a, roster.actor(a), frame);
      }
      expertReplay.move(b, frame);
      for (int a = 0; a < b.agents; a++) {
        if (hit[a] == CollisionDetector.NO_AGENT && b.x[a] != MapFrame.NOWHERE) {
          hit[a] = collisionDetector.first(b, a);
        }
      }
    }
    boolean[] bad = new boolean[b.count];
    for (int body : hit) {
      if (body >= b.agents) {
        bad[body] = true;
      }
    }
    return bad;
  }
}
