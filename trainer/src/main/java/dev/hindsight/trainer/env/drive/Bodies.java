package dev.hindsight.trainer.env.drive;

import java.nio.ByteBuffer;
import java.util.List;

/// Where all bodies are and what is the matter with them: everything that returns to exactly its
/// first value when a trial begins. Preallocated and overwritten: one owner thread, no allocation.
///
/// Agents come first: arrays over all bodies have length n, those over agents A <= n. Flags hold 0
/// or 1.
final class Bodies {
  /// Value of [#respawnTick] of what is no ghost.
  static final int NEVER = -1;

  /// Value of [#lane] off all lanes.
  static final int NO_LANE = -1;

  /// Number of agents A.
  final int agents;

  /// Number of bodies n.
  final int count;

  private final StateArrays arrays = new StateArrays();

  /// `[n]` metres; [MapFrame#NOWHERE] off the map.
  final float[] x;

  /// `[n]` metres.
  final float[] y;

  /// `[n]` radians, counter-clockwise from +x; the classic model never wraps it.
  final float[] heading;

  /// `[n]` cosine of the heading.
  final float[] cos;

  /// `[n]` sine of the heading.
  final float[] sin;

  /// `[n]` m/s.
  final float[] vx;

  /// `[n]` m/s.
  final float[] vy;

  /// `[n]` off the map until the next start.
  final int[] removed;

  /// `[n]` tick at which a body was put back to its start as a ghost, or [#NEVER].
  final int[] respawnTick;

  /// `[A]` where the agent wants to be, metres.
  final float[] goalX;

  /// `[A]` metres.
  final float[] goalY;

  /// `[A]` the goal was reached.
  final int[] goalReached;

  /// `[A]` no reward for the goal is due any more.
  final int[] goalPaid;

  /// `[A]` reached its goal at this tick or, without respawning since, before.
  final int[] arrived;

  /// `[A]` 0 none, 1 vehicle, 2 offroad.
  final int[] collision;

  /// `[A]` touched something before its goal.
  final int[] collidedBeforeGoal;

  /// `[A]` touched something since the start.
  final int[] collidedThisTrial;

  /// `[A]` stands still until the next start.
  final int[] stopped;

  /// `[A]` times it was put back as a ghost.
  final int[] respawns;

  /// `[A]` heads along the nearest lane.
  final int[] laneAligned;

  /// `[A]` the lane it keeps to, or [#NO_LANE].
  final int[] lane;

  /// `[A]` metres to that lane's centre, positive on its left; adaptive preset only.
  final float[] laneOffset;

  /// `[A]` cosine of the angle to that lane; adaptive preset only.
  final float[] laneCos;

  /// `[A]` steering angle, radians; jerk model only.
  final float[] steering;

  /// `[A]` longitudinal acceleration, m/s²; jerk model only.
  final float[] accelerationLong;

  /// `[A]` lateral acceleration, m/s²; jerk model only.
  final float[] accelerationLat;

  Bodies(int agents, int count) {
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

  void copyFrom(Bodies other) {
    arrays.copyFrom(other.arrays);
  }

  long digest(long seed) {
    return arrays.digest(seed);
  }

  /// What its parts are called.
  List<String> parts() {
    return arrays.names();
  }

  /// Writes a digest of each part. Allocates nothing.
  void writeParts(ByteBuffer row) {
    arrays.writeParts(row);
  }

  /// Turns a body, wherever it is.
  void face(int body, float radians) {
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
  void remove(int body) {
    removeFromMap(body);
    removed[body] = 1;
  }

  /// Makes an agent one that is on no lane, which is as far off as it can be.
  void leaveLane(int agent) {
    lane[agent] = NO_LANE;
    laneAligned[agent] = 0;
    laneOffset[agent] = DriveLayout.LANE_UNIT;
    laneCos[agent] = 0;
  }

  /// Whether it is put back to its start as a ghost: sees and is seen by nobody.
  boolean isGhost(int body) {
    return respawnTick[body] != NEVER;
  }

  /// Stops a body's motion.
  void stop(int body) {
    vx[body] = 0;
    vy[body] = 0;
  }

  /// Signed speed in m/s: negative when it moves against its heading.
  float speed(int body) {
    float magnitude = (float) Math.sqrt(vx[body] * vx[body] + vy[body] * vy[body]);
    return Math.copySign(magnitude, vx[body] * cos[body] + vy[body] * sin[body]);
  }
}
