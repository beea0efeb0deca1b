package dev.hindsight.trainer.env.drive;

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
    x = arrays.floats(count);
    y = arrays.floats(count);
    heading = arrays.floats(count);
    cos = arrays.floats(count);
    sin = arrays.floats(count);
    vx = arrays.floats(count);
    vy = arrays.floats(count);
    removed = arrays.ints(count);
    respawnTick = arrays.ints(count);
    goalX = arrays.floats(agents);
    goalY = arrays.floats(agents);
    goalReached = arrays.ints(agents);
    goalPaid = arrays.ints(agents);
    arrived = arrays.ints(agents);
    collision = arrays.ints(agents);
    collidedBeforeGoal = arrays.ints(agents);
    collidedThisTrial = arrays.ints(agents);
    stopped = arrays.ints(agents);
    respawns = arrays.ints(agents);
    laneAligned = arrays.ints(agents);
    lane = arrays.ints(agents);
    laneOffset = arrays.floats(agents);
    laneCos = arrays.floats(agents);
    steering = arrays.floats(agents);
    accelerationLong = arrays.floats(agents);
    accelerationLat = arrays.floats(agents);
  }

  void copyFrom(Bodies other) {
    arrays.copyFrom(other.arrays);
  }

  long digest(long seed) {
    return arrays.digest(seed);
  }

  /// Turns a body, wherever it is.
  void face(int body, float radians) {
    heading[body] = radians;
    cos[body] = Trig.cos(radians);
    sin[body] = Trig.sin(radians);
  }

  /// Takes a body off the map.
  void banish(int body) {
    x[body] = MapFrame.NOWHERE;
    y[body] = MapFrame.NOWHERE;
  }

  /// Takes a body off the map until the next start.
  void remove(int body) {
    banish(body);
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
  boolean ghost(int body) {
    return respawnTick[body] != NEVER;
  }

  /// Stops a body's motion.
  void halt(int body) {
    vx[body] = 0;
    vy[body] = 0;
  }

  /// Signed speed in m/s: negative when it moves against its heading.
  float speed(int body) {
    float magnitude = (float) Math.sqrt(vx[body] * vx[body] + vy[body] * vy[body]);
    return Math.copySign(magnitude, vx[body] * cos[body] + vy[body] * sin[body]);
  }
}
