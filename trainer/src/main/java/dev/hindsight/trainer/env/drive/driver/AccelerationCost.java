package dev.hindsight.trainer.env.drive.driver;

/// Predicts the cost of each acceleration over the next seconds along the route: progress, bends,
/// other bodies in the way. No allocation, one owner thread.
final class AccelerationCost {
  /// The planning horizon in seconds, and its step.
  private static final float HORIZON = 3.2f;

  private static final float STEP = 0.2f;

  private static final int STEPS = Math.round(HORIZON / STEP);

  /// Speed on a free straight, m/s.
  private static final float CRUISE = 11;

  /// Distance kept to other bodies, metres; grows slightly with time because they may turn.
  private static final float MARGIN = 0.35f;

  /// Lateral distance in metres within which a body behind counts as on the own lane and keeps its
  /// distance.
  private static final float SAME_LANE = 1.5f;

  private static final float CRASH = 60;
  private static final float TOO_FAST = 1.5f;
  private static final float EFFORT = 0.03f;

  private final DriverObservation driverObservation;
  private final DriverControls driverControls;
  private final RouteCursor routeCursor;
  private final BendSpeedLimit bendSpeedLimit;
  private final TrafficForecast trafficForecast;
  private final OncomingVehicle oncomingVehicle;
  private final DrivingHabit habit;
  private final int gap;
  private final int[] nearby;
  private int near;
  private float limit;

  AccelerationCost(
      DriverObservation driverObservation,
      Route route,
      LaneGraph laneGraph,
      DriverControls driverControls,
      OncomingVehicle oncomingVehicle,
      DrivingHabit habit) {
    this.driverObservation = driverObservation;
    this.driverControls = driverControls;
    this.oncomingVehicle = oncomingVehicle;
    this.habit = habit;
    this.gap = Math.round(habit.gap() / STEP);
    bendSpeedLimit = new BendSpeedLimit(route);
    routeCursor = new RouteCursor(route);
    trafficForecast = new TrafficForecast(driverObservation, laneGraph, STEPS, STEP);
    nearby = new int[driverObservation.partnerX.length];
  }

  /// Reads the observation and the route; call before [#cost].
  void look() {
    limit = Math.min(CRUISE, bendSpeedLimit.limit());
    near = 0;
    trafficForecast.look();
    float reach = Math.max(0, driverObservation.speed) * HORIZON + 30;
    for (int p = 0; p < driverObservation.partners; p++) {
      float room = reach + Math.abs(driverObservation.partnerSpeed[p]) * HORIZON;
      float dx = driverObservation.partnerX[p];
      float dy = driverObservation.partnerY[p];
      boolean follows =
          dx < -driverObservation.length / 2
              && driverObservation.partnerCos[p] > 0.5f
              && Math.abs(dy) < SAME_LANE;
      if (!follows && !oncomingVehicle.passes(p) && dx * dx + dy * dy < room * room) {
        nearby[near++] = p;
        trafficForecast.follow(p);
      }
    }
  }

  /// The cost of changing to an acceleration and holding it.
  float cost(float acceleration) {
    float v = driverObservation.speed;
    float a = driverControls.acceleration();
    float s = 0;
    float over = 0;
    float crash = 0;
    float ahead = driverControls.caution() * Math.max(0, v);
    routeCursor.restart();
    for (int i = 0; i < STEPS; i++) {
      a = driverControls.ramp(a, acceleration, v, STEP);
      v = Math.clamp(v + a * STEP, 0, CRUISE);
      s += v * STEP;
      over = Math.max(over, i < 4 ? v - limit : 0);
      routeCursor.to(s + ahead);
      if (crash == 0 && crashes(i, v)) {
        crash = CRASH * (1.5f - (i + 1f) / STEPS);
      }
    }
    float effort = EFFORT * acceleration * acceleration;
    return crash + TOO_FAST * over * over + effort - s / 3;
  }

  /// Whether the vehicle, standing at the planned place, would touch another at its predicted
  /// place.
  private boolean crashes(int step, float ownSpeed) {
    float t = (step + 1) * STEP;
    float margin = MARGIN + 0.1f * t;
    for (int n = 0; n < near; n++) {
      int p = nearby[n];
      int around = crosses(p) ? gap : 0;
      int last = Math.min(STEPS - 1, step + around);
      for (int i = Math.max(0, step - around); i <= last; i++) {
        int at = p * STEPS + i;
        float dx = routeCursor.x - trafficForecast.x[at];
        float dy = routeCursor.y - trafficForecast.y[at];
        if (dx * dx + dy * dy < 144
            && touches(p, at, dx, dy, margin)
            && mustYield(p, t, ownSpeed)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean touches(int p, int at, float dx, float dy, float margin) {
    float radius = driverObservation.width / 2 + margin;
    float cos = trafficForecast.cos[at];
    float sin = trafficForecast.sin[at];
    for (int disc = -1; disc <= 1; disc++) {
      float shift = disc * (driverObservation.length - driverObservation.width) / 2;
      float cx = dx + shift * routeCursor.cos;
      float cy = dy + shift * routeCursor.sin;
      float along = Math.abs(cx * cos + cy * sin) - driverObservation.partnerHalfLength[p];
      float aside = Math.abs(cy * cos - cx * sin) - driverObservation.partnerHalfWidth[p];
      if (along < radius && aside < radius) {
        return true;
      }
    }
    return false;
  }

  private boolean crosses(int p) {
    return Math.abs(driverObservation.partnerCos[p]) < 0.75f;
  }

  /// Whether it has to brake for a vehicle that it would touch.
  ///
  /// @param t seconds until then
  private boolean mustYield(int p, float t, float ownSpeed) {
    boolean fromLeft = driverObservation.partnerSin[p] < 0 && driverObservation.partnerY[p] > 0;
    boolean expectedToWait =
        switch (habit.yields()) {
          case TO_ALL -> false;
          case TO_THE_RIGHT -> fromLeft;
          case TO_NONE -> true;
        };
    boolean moving = driverObservation.partnerSpeed[p] > 1 && ownSpeed > 1;
    return !(crosses(p) && expectedToWait && moving) || t < habit.insists();
  }

  /// The highest speed for the bends of a route. No allocation, one owner thread.
  private static final class BendSpeedLimit {
    /// Lateral acceleration in a bend, m/s².
    private static final float SIDEWAYS = 1.8f;

    /// Assumed braking before a bend, m/s².
    private static final float BRAKING = 2.5f;

    /// Speed in m/s even for the sharpest bend.
    private static final float SLOWEST = 3;

    /// Length over which a bend is measured, and distance between measurements, metres.
    private static final float SPAN = 6;

    private static final float STRIDE = 2;
    private static final float FAR = 36;

    /// Speed in m/s where the known route ends short of the goal.
    private static final float UNKNOWN = 5;

    private final Route route;
    private final RouteCursor routeCursor;

    BendSpeedLimit(Route route) {
      this.route = route;
      routeCursor = new RouteCursor(route);
    }

    /// The highest speed from which the vehicle can still brake for every bend ahead, m/s.
    float limit() {
      float lowest = Float.POSITIVE_INFINITY;
      routeCursor.restart();
      // The first metres lead from the vehicle back to its lane and are not a bend of the road.
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

  /// Predicts where other bodies will be in the next seconds: along their lane at their present
  /// speed, straight on where lanes part; off the lanes in a straight line. No allocation, one
  /// owner thread.
  private static final class TrafficForecast {
    /// A body is on a lane within this distance, metres, if their directions agree.
    private static final float ON_LANE = 2.2f;

    private static final float ALIGNED = 0.85f;

    private final DriverObservation driverObservation;
    private final LaneGraph laneGraph;
    private final int steps;
    private final float step;

    /// `[partner * steps]` position and direction at each step.
    final float[] x;

    final float[] y;
    final float[] cos;
    final float[] sin;

    /// Successor of each piece; [#UNKNOWN] before it is computed, [#NONE] if there is none.
    private final int[] onward;

    private static final int UNKNOWN = -2;
    private static final int NONE = -1;

    /// @param steps number of steps ahead
    /// @param step duration of a step, seconds
    TrafficForecast(
        DriverObservation driverObservation, LaneGraph laneGraph, int steps, float step) {
      this.driverObservation = driverObservation;
      this.laneGraph = laneGraph;
      this.steps = steps;
      this.step = step;
      int most = driverObservation.partnerX.length * steps;
      x = new float[most];
      y = new float[most];
      cos = new float[most];
      sin = new float[most];
      onward = new int[driverObservation.startX.length];
    }

    /// Reads a new observation; call before [#follow].
    void look() {
      for (int n = 0; n < driverObservation.lanes; n++) {
        onward[n] = UNKNOWN;
      }
    }

    /// Computes a partner's future places.
    void follow(int partner) {
      float px = driverObservation.partnerX[partner];
      float py = driverObservation.partnerY[partner];
      float c = driverObservation.partnerCos[partner];
      float s = driverObservation.partnerSin[partner];
      float stride = driverObservation.partnerSpeed[partner] * step;
      int lane = stride > 0.1f ? laneOf(px, py, c, s) : NONE;
      for (int i = 0; i < steps; i++) {
        px += stride * c;
        py += stride * s;
        if (lane >= 0 && beyond(lane, px, py) > 0) {
          lane = onward(lane);
        }
        if (lane >= 0) {
          c = driverObservation.cos[lane];
          s = driverObservation.sin[lane];
        }
        int at = partner * steps + i;
        x[at] = px;
        y[at] = py;
        cos[at] = c;
        sin[at] = s;
      }
    }

    private int laneOf(float px, float py, float c, float s) {
      int best = NONE;
      float least = ON_LANE;
      for (int n = 0; n < driverObservation.lanes; n++) {
        float dx = px - driverObservation.startX[n];
        float dy = py - driverObservation.startY[n];
        float along = dx * driverObservation.cos[n] + dy * driverObservation.sin[n];
        float aside = Math.abs(dy * driverObservation.cos[n] - dx * driverObservation.sin[n]);
        boolean beside = along > -1 && beyond(n, px, py) < 1;
        if (beside
            && aside < least
            && c * driverObservation.cos[n] + s * driverObservation.sin[n] > ALIGNED) {
          least = aside;
          best = n;
        }
      }
      return best;
    }

    private float beyond(int n, float px, float py) {
      return (px - driverObservation.endX[n]) * driverObservation.cos[n]
          + (py - driverObservation.endY[n]) * driverObservation.sin[n];
    }

    /// The straightest successor of a piece.
    private int onward(int n) {
      if (onward[n] == UNKNOWN) {
        onward[n] = NONE;
        float straightest = 0.2f;
        for (int k = 0; k < laneGraph.onward[n]; k++) {
          int m = laneGraph.next[n * LaneGraph.MOST_SUCCESSORS + k];
          if (laneGraph.turn(n, m) > straightest) {
            straightest = laneGraph.turn(n, m);
            onward[n] = m;
          }
        }
      }
      return onward[n];
    }
  }
}
