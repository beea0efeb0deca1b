package dev.hindsight.trainer.env.drive.simulation;

import dev.hindsight.trainer.env.StateStream;
import java.nio.ByteBuffer;
import java.util.List;

/// The poses and states of all bodies: everything that returns to its exact initial value when a
/// trial begins. Preallocated and overwritten: one owner thread, no allocation.
///
/// Agents come first: arrays over all bodies have length n, those over agents A <= n. Flags hold 0
/// or 1.
public final class Bodies {
  /// Value of [#respawnTick] for a body that is not a ghost.
  public static final int NEVER = -1;

  /// Value of [#lane] off all lanes.
  public static final int NO_LANE = -1;

  /// Value of [#laneOffset] off all lanes, in metres.
  public static final float MOST_LANE_OFFSET = 4;

  /// Number of agents A.
  public final int agents;

  /// Number of bodies n.
  public final int count;

  /// Mass of every agent, as a multiple of the usual one; the environment sets it before each tick
  /// from the bucket of the episode, so it is no part of the state.
  public float mass = 1;

  /// Coefficient of friction between tyres and road, likewise; infinite if it is not randomised.
  public float friction = Float.POSITIVE_INFINITY;

  private final StateArrays arrays = new StateArrays();

  /// `[n]` metres; [MapFrame#NOWHERE] off the map.
  public final float[] x;

  /// `[n]` metres.
  public final float[] y;

  /// `[n]` radians, counter-clockwise from +x; the classic model never wraps it.
  public final float[] heading;

  /// `[n]` cosine of the heading.
  public final float[] cos;

  /// `[n]` sine of the heading.
  public final float[] sin;

  /// `[n]` m/s.
  public final float[] vx;

  /// `[n]` m/s.
  public final float[] vy;

  /// `[n]` off the map until the next start.
  public final int[] removed;

  /// `[n]` tick at which a body was put back to its start as a ghost, or [#NEVER].
  public final int[] respawnTick;

  /// `[A]` goal of the agent, metres.
  public final float[] goalX;

  /// `[A]` metres.
  public final float[] goalY;

  /// `[A]` the goal was reached.
  public final int[] goalReached;

  /// `[A]` no further reward is due for the goal.
  public final int[] goalPaid;

  /// `[A]` reached its goal at this tick, or earlier without a respawn since.
  public final int[] arrived;

  /// `[A]` 0 none, 1 vehicle, 2 offroad.
  public final int[] collision;

  /// `[A]` touched something before its goal.
  public final int[] collidedBeforeGoal;

  /// `[A]` touched something since the start.
  public final int[] collidedThisTrial;

  /// `[A]` stands still until the next start.
  public final int[] stopped;

  /// `[A]` how often it was put back as a ghost.
  public final int[] respawns;

  /// `[A]` heads along the nearest lane.
  public final int[] laneAligned;

  /// `[A]` the lane it follows, or [#NO_LANE].
  public final int[] lane;

  /// `[A]` metres to that lane's centre, positive on its left; adaptive preset only.
  public final float[] laneOffset;

  /// `[A]` cosine of the angle to that lane; adaptive preset only.
  public final float[] laneCos;

  /// `[A]` steering angle, radians; jerk model only.
  public final float[] steering;

  /// `[A]` longitudinal acceleration, m/s²; jerk model only.
  public final float[] accelerationLong;

  /// `[A]` lateral acceleration, m/s²; jerk model only.
  public final float[] accelerationLat;

  public Bodies(int agents, int count) {
    this.agents = agents;
    this.count = count;
    x = arrays.floats("x", count);
    y = arrays.floats("y", count);
    heading = arrays.floats("heading", count);
    cos = arrays.floats("cos", count);
    sin = arrays.floats("sin", count);
    vx = arrays.floats("vx", count);
    vy = arrays.floats("vy", count);
    removed = arrays.ints("removed", count);
    respawnTick = arrays.ints("respawn tick", count);
    goalX = arrays.floats("goal x", agents);
    goalY = arrays.floats("goal y", agents);
    goalReached = arrays.ints("goal reached", agents);
    goalPaid = arrays.ints("goal paid", agents);
    arrived = arrays.ints("arrived", agents);
    collision = arrays.ints("collision", agents);
    collidedBeforeGoal = arrays.ints("collided before goal", agents);
    collidedThisTrial = arrays.ints("collided this trial", agents);
    stopped = arrays.ints("stopped", agents);
    respawns = arrays.ints("respawns", agents);
    laneAligned = arrays.ints("lane aligned", agents);
    lane = arrays.ints("lane", agents);
    laneOffset = arrays.floats("lane offset", agents);
    laneCos = arrays.floats("lane cos", agents);
    steering = arrays.floats("steering", agents);
    accelerationLong = arrays.floats("acceleration long", agents);
    accelerationLat = arrays.floats("acceleration lat", agents);
  }

  public void copyFrom(Bodies other) {
    arrays.copyFrom(other.arrays);
  }

  /// Its fields, for a stored state.
  public void transfer(StateStream stream) {
    arrays.transfer(stream);
  }

  public long digest(long seed) {
    return arrays.digest(seed);
  }

  /// Names of its parts.
  public List<String> parts() {
    return arrays.names();
  }

  /// Writes a digest of each part. Allocates nothing.
  public void writeParts(ByteBuffer row) {
    arrays.writeParts(row);
  }

  /// Sets the heading of a body, on the map or not.
  public void face(int body, float radians) {
    heading[body] = radians;
    cos[body] = Trig.cos(radians);
    sin[body] = Trig.sin(radians);
  }

  /// Takes a body off the map.
  void removeFromMap(int body) {
    x[body] = MapFrame.NOWHERE;
    y[body] = MapFrame.NOWHERE;
  }

  /// Takes a body off the map until the next start.
  public void remove(int body) {
    removeFromMap(body);
    removed[body] = 1;
  }

  /// Marks an agent as off all lanes, at the largest offset.
  public void leaveLane(int agent) {
    lane[agent] = NO_LANE;
    laneAligned[agent] = 0;
    laneOffset[agent] = MOST_LANE_OFFSET;
    laneCos[agent] = 0;
  }

  /// Whether it has respawned as a ghost: it sees no other body, and none sees it.
  public boolean isGhost(int body) {
    return respawnTick[body] != NEVER;
  }

  /// Stops a body's motion.
  public void stop(int body) {
    vx[body] = 0;
    vy[body] = 0;
  }

  /// Signed speed in m/s: negative when it moves against its heading.
  public float speed(int body) {
    float magnitude = (float) Math.sqrt(vx[body] * vx[body] + vy[body] * vy[body]);
    return Math.copySign(magnitude, vx[body] * cos[body] + vy[body] * sin[body]);
  }
}
