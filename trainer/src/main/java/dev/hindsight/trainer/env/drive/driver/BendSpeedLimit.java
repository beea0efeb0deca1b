package dev.hindsight.trainer.env.drive.driver;

/// How fast the bends of a route may be taken. No allocation, one owner thread.
final class BendSpeedLimit {
  /// Sideways acceleration taken in a bend, m/s².
  private static final float SIDEWAYS = 1.8f;

  /// Braking counted on before a bend, m/s².
  private static final float BRAKING = 2.5f;

  /// However sharp the bend, metres per second.
  private static final float SLOWEST = 3;

  /// Metres over which a bend is measured, and metres from one measurement to the next.
  private static final float SPAN = 6;

  private static final float STRIDE = 2;
  private static final float FAR = 36;

  /// Metres per second where what is known of the way ends short of the goal.
  private static final float UNKNOWN = 5;

  private final Route route;
  private final RouteCursor routeCursor;

  BendSpeedLimit(Route route) {
    this.route = route;
    routeCursor = new RouteCursor(route);
  }

  /// The speed from which every bend ahead can still be taken, m/s.
  float limit() {
    float lowest = Float.POSITIVE_INFINITY;
    routeCursor.restart();
    // The first metres lead from the vehicle back to its lane, which is no bend of the road.
    routeCursor.to(STRIDE);
    float cos = routeCursor.cos;
    float sin = routeCursor.sin;
    float beforeCos = cos;
    float beforeSin = sin;
    for (float s = 2 * STRIDE; s < FAR; s += STRIDE) {
      routeCursor.to(s);
      float turn =
          (float)
              Math.abs(
                  Math.atan2(
                      beforeCos * routeCursor.sin - beforeSin * routeCursor.cos,
                      beforeCos * routeCursor.cos + beforeSin * routeCursor.sin));
      float there = (float) Math.sqrt(SIDEWAYS * SPAN / Math.max(turn, 1e-3f));
      float room = Math.max(0, s - SPAN);
      lowest = Math.min(lowest, (float) Math.sqrt(there * there + 2 * BRAKING * room));
      if (s % SPAN == 0) {
        beforeCos = cos;
        beforeSin = sin;
        cos = routeCursor.cos;
        sin = routeCursor.sin;
      }
    }
    if (!route.reachesGoal) {
      float known = (float) Math.hypot(route.x[route.points - 1], route.y[route.points - 1]);
      lowest = Math.min(lowest, (float) Math.sqrt(UNKNOWN * UNKNOWN + 2 * BRAKING * known));
    }
    return Math.max(lowest, SLOWEST);
  }
}
