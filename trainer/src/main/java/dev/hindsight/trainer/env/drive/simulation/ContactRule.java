package dev.hindsight.trainer.env.drive.simulation;

import dev.hindsight.trainer.env.drive.simulation.DriveConfig.Reaction;
import java.util.List;

/// Finds what an agent touches and which lane it is on, and applies the consequences. Hot loop: no
/// allocation; one owner thread.
public final class ContactRule {
  /// Values of [Bodies#collision].
  public static final int NOTHING = 0;

  public static final int VEHICLE = 1;
  public static final int EDGE = 2;

  private final OffroadDetector offroadDetector;
  private final LaneRule lanes;
  private final CollisionDetector collisionDetector;
  private final Reaction onCollision;
  private final Reaction onOffroad;
  private final boolean quirks;
  private final float[] halfLength;
  private final float[] halfWidth;

  public ContactRule(Roads roads, Roster roster, DriveConfig config) {
    offroadDetector = new OffroadDetector(roads.grid(), roads.edges());
    lanes = roads.laneRules().get();
    collisionDetector = new CollisionDetector(roster);
    onCollision = config.collisionBehavior();
    onOffroad = config.offroadBehavior();
    quirks = config.quirks();
    List<TrafficParticipant> agents = roster.agents();
    halfLength = new float[agents.size()];
    halfWidth = new float[agents.size()];
    for (int a = 0; a < halfLength.length; a++) {
      halfLength[a] = agents.get(a).length() / 2;
      halfWidth[a] = agents.get(a).width() / 2;
    }
  }

  /// Checks an agent at its present place. Agents are checked one by one: later ones do not touch
  /// an agent that was removed before.
  public void update(Bodies b, int agent) {
    b.collision[agent] = NOTHING;
    if (b.x[agent] == MapFrame.NOWHERE) {
      b.leaveLane(agent);
      return;
    }
    int crossing = offroadDetector.firstCrossing(b, agent, halfLength[agent], halfWidth[agent]);
    // In the reference one scan finds edges and lanes, and stops at the first crossing.
    lanes.locate(b, agent, quirks ? crossing : OffroadDetector.NONE);
    int other = collisionDetector.first(b, agent);
    if (other != CollisionDetector.NO_AGENT) {
      b.collision[agent] = VEHICLE;
      b.collidedThisTrial[agent] = 1;
      collided(b, agent, other);
    } else if (crossing != OffroadDetector.NONE) {
      b.collision[agent] = EDGE;
      b.collidedThisTrial[agent] = 1;
      leftRoad(b, agent);
    }
  }

  /// Finds what an agent touches at a place where an edit put it, and its lane. Since it did not
  /// drive there, nothing is counted against it, and it does not stop before the next tick.
  public void look(Bodies b, int agent) {
    if (b.x[agent] == MapFrame.NOWHERE) {
      b.leaveLane(agent);
      return;
    }
    int crossing = offroadDetector.firstCrossing(b, agent, halfLength[agent], halfWidth[agent]);
    lanes.locate(b, agent, quirks ? crossing : OffroadDetector.NONE);
    if (collisionDetector.first(b, agent) != CollisionDetector.NO_AGENT) {
      b.collision[agent] = VEHICLE;
    } else if (crossing != OffroadDetector.NONE) {
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
      b.stop(agent);
    }
  }
}
