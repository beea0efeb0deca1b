package dev.hindsight.trainer.env.drive;

import static dev.hindsight.trainer.env.drive.MapFrame.NOWHERE;

import dev.hindsight.trainer.env.drive.Actor.Role;

/// The state every trial and every episode begins with: all bodies at the first frame of their
/// logs.
final class Start {
  private Start() {}

  /// @param roads where they are
  /// @return the start, with everything known about it: collisions, lanes, who is removed at once
  static Bodies of(Roster roster, Roads roads, DriveConfig config) {
    Bodies bodies = placed(roster, config);
    if (config.casting().control() == DriveConfig.Control.WOSAC) {
      drop(bodies, BadTrajectories.of(roster, bodies, config), config);
    }
    Contact contact = new Contact(roads, roster, config);
    for (int a = 0; a < bodies.agents; a++) {
      contact.update(bodies, a);
      bodies.collidedThisTrial[a] = 0;
    }
    return bodies;
  }

  private static Bodies placed(Roster roster, DriveConfig config) {
    Bodies b = new Bodies(roster.agents().size(), roster.size());
    int frame = config.casting().initSteps();
    for (int i = 0; i < b.count; i++) {
      Actor actor = roster.actor(i);
      b.x[i] = actor.x()[frame];
      b.y[i] = actor.y()[frame];
      b.face(i, actor.heading()[frame]);
      b.respawnTick[i] = Bodies.NEVER;
      boolean moving =
          switch (actor.role()) {
            case AGENT -> true;
            case EXPERT -> !config.quirks();
            case STATIC -> false;
          };
      b.vx[i] = moving ? actor.vx()[frame] : 0;
      b.vy[i] = moving ? actor.vy()[frame] : 0;
      if (actor.role() == Role.AGENT) {
        aim(b, i, actor, frame, config.goals().within());
        b.leaveLane(i);
      }
    }
    return b;
  }

  /// Sets the goal: the log's, or where the log has gone far enough, if that is before its end.
  ///
  /// @param within metres along the log; 0 for the log's goal
  private static void aim(Bodies b, int i, Actor actor, int start, float within) {
    b.goalX[i] = actor.goalX();
    b.goalY[i] = actor.goalY();
    double gone = 0;
    for (int frame = start + 1; within > 0 && actor.known(frame); frame++) {
      gone +=
          Math.hypot(
              actor.x()[frame] - actor.x()[frame - 1], actor.y()[frame] - actor.y()[frame - 1]);
      if (gone >= within) {
        b.goalX[i] = actor.x()[frame];
        b.goalY[i] = actor.y()[frame];
        return;
      }
    }
  }

  /// Takes bodies out that the logs let agents collide with. In the reference this reaches only
  /// those that start from frame 0.
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
}
