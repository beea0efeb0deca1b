package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.drive.DriveConfig.Reaction;
import java.util.List;

/// What an agent touches and which lane it is on, and what that does to it. Hot loop: no
/// allocation; one owner thread.
final class Contact {
  /// Values of [Bodies#collision].
  static final int NOTHING = 0;

  static final int VEHICLE = 1;
  static final int EDGE = 2;

  private final Offroad offroad;
  private final LaneRule lanes;
  private final Collisions collisions;
  private final Reaction onCollision;
  private final Reaction onOffroad;
  private final boolean quirks;
  private final float[] halfLength;
  private final float[] halfWidth;

  Contact(Roads roads, Roster roster, DriveConfig config) {
    offroad = new Offroad(roads.grid(), roads.edges());
    lanes = roads.laneRules().get();
    collisions = new Collisions(roster);
    onCollision = config.collisionBehavior();
    onOffroad = config.offroadBehavior();
    quirks = config.quirks();
    List<Actor> agents = roster.agents();
    halfLength = new float[agents.size()];
    halfWidth = new float[agents.size()];
    for (int a = 0; a < halfLength.length; a++) {
      halfLength[a] = agents.get(a).length() / 2;
      halfWidth[a] = agents.get(a).width() / 2;
    }
  }

  /// Looks at an agent where it is now. Agents are looked at one after the other: who is removed is
  /// not touched by those that come later.
  void update(Bodies b, int agent) {
    b.collision[agent] = NOTHING;
    if (b.x[agent] == MapFrame.NOWHERE) {
      b.leaveLane(agent);
      return;
    }
    int crossing = offroad.firstCrossing(b, agent, halfLength[agent], halfWidth[agent]);
    // In the reference one scan finds edges and lanes, and the first crossing ends it.
    lanes.locate(b, agent, quirks ? crossing : Offroad.NONE);
    int other = collisions.first(b, agent);
    if (other != Collisions.NOBODY) {
      b.collision[agent] = VEHICLE;
      b.collidedThisTrial[agent] = 1;
      collided(b, agent, other);
    } else if (crossing != Offroad.NONE) {
      b.collision[agent] = EDGE;
      b.collidedThisTrial[agent] = 1;
      leftRoad(b, agent);
    }
  }

  /// Tells what an agent that was put somewhere touches there, and its lane. It has not driven
  /// there: nothing is counted against it, and it is not stopped before the next tick.
  void look(Bodies b, int agent) {
    if (b.x[agent] == MapFrame.NOWHERE) {
      b.leaveLane(agent);
      return;
    }
    int crossing = offroad.firstCrossing(b, agent, halfLength[agent], halfWidth[agent]);
    lanes.locate(b, agent, quirks ? crossing : Offroad.NONE);
    if (collisions.first(b, agent) != Collisions.NOBODY) {
      b.collision[agent] = VEHICLE;
    } else if (crossing != Offroad.NONE) {
      b.collision[agent] = EDGE;
    }
  }

  private void collided(Bodies b, int agent, int other) {
    switch (onCollision) {
      case IGNORE -> {}
      case STOP -> stop(b, agent);
      case REMOVE -> {
        if (b.removed[agent] == 0) {
          b.remove(agent);
          b.remove(other);
        }
      }
    }
  }

  private void leftRoad(Bodies b, int agent) {
    switch (onOffroad) {
      case IGNORE -> {}
      case STOP -> stop(b, agent);
      case REMOVE -> b.remove(agent);
    }
  }

  private static void stop(Bodies b, int agent) {
    if (b.stopped[agent] == 0) {
      b.stopped[agent] = 1;
      b.halt(agent);
    }
  }
}
