package dev.hindsight.trainer.env.drive.driver;

/// The route along observed lanes towards the goal, as a polyline from the vehicle. Overwritten for
/// every agent: no allocation, one owner thread.
///
/// Lane pieces are the nodes of a graph; Dijkstra's algorithm (Dijkstra 1959) finds the shortest
/// path in its array form, which is fast for a hundred nodes.
final class Route {
  /// Typical distance between neighbouring lanes, metres.
  private static final float NEIGHBOUR = 4.5f;

  /// Cost of a lane change, in metres of detour.
  private static final float CHANGE = 12;

  /// Factor on the cost of a later lane change.
  private static final float EARLY = 1.1f;

  /// Length of a lane change in metres: minimum and maximum.
  private static final float SHORTEST_CHANGE = 3;

  private static final float LONGEST_CHANGE = 12;

  /// Factor from remaining straight-line metres to metres along lanes.
  private static final float BEYOND = 1.6f;

  /// Cost in metres of detour of leaving the view with the goal behind.
  private static final float AWAY = 60;

  /// The goal belongs to a lane within this distance, metres.
  private static final float AT_LANE = 2.5f;

  /// A vehicle is on a lane within this distance, metres.
  private static final float ON_LANE = 4;

  /// Metres by which a lane may fit worse than the best and still count as the vehicle's, and the
  /// cost of each metre in metres of detour.
  private static final float AS_WELL = 1;

  private static final float MISFIT = 4;

  private final DriverObservation driverObservation;
  private final LaneGraph laneGraph;
  private final float[] cost;
  private final int[] before;
  private final boolean[] done;
  private final int[] order;
  private float keepFor;

  /// Number of points of the route.
  int points;

  /// The route, metres in the agent's frame; point 0 is the vehicle.
  final float[] x;

  final float[] y;

  /// Whether the route ends at the goal and not at the edge of the view.
  boolean reachesGoal;

  /// Point at which the route begins to change lanes; 0 if it keeps its lane.
  int changeAt;

  Route(DriverObservation driverObservation, LaneGraph laneGraph) {
    this.driverObservation = driverObservation;
    this.laneGraph = laneGraph;
    int most = driverObservation.startX.length;
    cost = new float[most];
    before = new int[most];
    done = new boolean[most];
    order = new int[most];
    x = new float[most + 4];
    y = new float[most + 4];
  }

  /// Finds the route for the present observation.
  void find() {
    findKeeping(0);
  }

  /// Finds a route that keeps its lane for a distance.
  ///
  /// @param metres the distance
  void findKeeping(float metres) {
    keepFor = metres;
    points = 0;
    changeAt = 0;
    reachesGoal = false;
    add(0, 0);
    int start = nearestLane();
    if (start < 0) {
      addGoal();
      return;
    }
    search(misfit(start));
    int last = best();
    last = last < 0 ? start : last;
    int count = 0;
    for (int n = last; n >= 0; n = before[n]) {
      order[count++] = n;
    }
    for (int i = count - 1; i >= 0; i--) {
      addPiece(order[i], i + 1 < count ? order[i + 1] : -1, i == 0);
    }
    double gap =
        Math.hypot(
            driverObservation.goalX - x[points - 1], driverObservation.goalY - y[points - 1]);
    if (goalDistance(last) < 3 * AT_LANE || gap < 4 * AT_LANE || points == 1) {
      addGoal();
    }
  }

  private void addGoal() {
    add(driverObservation.goalX, driverObservation.goalY);
    reachesGoal = true;
  }

  /// The lane the vehicle is on: near, and in the vehicle's direction; -1 if there is none.
  private int nearestLane() {
    int best = -1;
    float least = Float.POSITIVE_INFINITY;
    for (int n = 0; n < driverObservation.lanes; n++) {
      float misfit = misfit(n);
      if (misfit < least) {
        least = misfit;
        best = n;
      }
    }
    return best;
  }

  /// How badly a lane fits the vehicle, metres; infinite if the vehicle is not on it.
  private float misfit(int n) {
    float distance = laneGraph.distance(n, 0, 0);
    boolean on = distance < ON_LANE && driverObservation.cos[n] > 0.3f;
    return on ? distance + 3 * (1 - driverObservation.cos[n]) : Float.POSITIVE_INFINITY;
  }

  /// Where lanes part, a vehicle is on both: the route may begin on any lane that fits nearly as
  /// well as the best.
  private void search(float least) {
    for (int n = 0; n < driverObservation.lanes; n++) {
      float more = misfit(n) - least;
      cost[n] = more <= AS_WELL ? MISFIT * more : Float.POSITIVE_INFINITY;
      before[n] = -1;
      done[n] = false;
    }
    while (true) {
      int next = -1;
      for (int n = 0; n < driverObservation.lanes; n++) {
        if (!done[n] && cost[n] < Float.POSITIVE_INFINITY && (next < 0 || cost[n] < cost[next])) {
          next = n;
        }
      }
      if (next < 0) {
        return;
      }
      done[next] = true;
      relax(next);
    }
  }

  private void relax(int n) {
    float length = laneGraph.length(n);
    for (int k = 0; k < laneGraph.onward[n]; k++) {
      int m = laneGraph.next[n * LaneGraph.MOST_SUCCESSORS + k];
      float joins =
          Math.max(0, laneGraph.along(m, driverObservation.endX[n], driverObservation.endY[n]));
      float leaves =
          Math.min(
              length, laneGraph.along(n, driverObservation.startX[m], driverObservation.startY[m]));
      reach(m, n, cost[n] + Math.max(0, joins > 0.5f ? length - joins : leaves));
    }
    for (int m = 0; m < driverObservation.lanes; m++) {
      float dx = driverObservation.startX[m] - driverObservation.endX[n];
      float dy = driverObservation.startY[m] - driverObservation.endY[n];
      float along = dx * driverObservation.cos[n] + dy * driverObservation.sin[n];
      float aside = Math.abs(dy * driverObservation.cos[n] - dx * driverObservation.sin[n]);
      boolean ahead = along > SHORTEST_CHANGE && along < LONGEST_CHANGE;
      if (ahead && aside < NEIGHBOUR && laneGraph.turn(n, m) > 0.97f && mayChange(n)) {
        reach(m, n, EARLY * cost[n] + length + along + CHANGE);
      }
    }
  }

  private boolean mayChange(int n) {
    return keepFor == 0 || laneGraph.along(n, 0, 0) + keepFor < laneGraph.length(n);
  }

  private void reach(int m, int from, float through) {
    if (!done[m] && through < cost[m]) {
      cost[m] = through;
      before[m] = from;
    }
  }

  /// The piece to drive to: connected with the vehicle, and nearest to the goal.
  private int best() {
    int best = -1;
    float least = Float.POSITIVE_INFINITY;
    for (int n = 0; n < driverObservation.lanes; n++) {
      if (cost[n] == Float.POSITIVE_INFINITY) {
        continue;
      }
      float aside = goalDistance(n);
      if (aside >= AT_LANE && laneGraph.onward[n] > 0 && !nearGoal()) {
        continue; // A way that can go on does: around a roundabout the goal gets further at first.
      }
      float rest;
      if (aside < AT_LANE) {
        rest =
            Math.max(0, laneGraph.along(n, driverObservation.goalX, driverObservation.goalY))
                + aside;
      } else {
        rest =
            laneGraph.length(n)
                + BEYOND
                    * (float)
                        Math.hypot(
                            driverObservation.goalX - driverObservation.endX[n],
                            driverObservation.goalY - driverObservation.endY[n]);
      }
      rest += aside < AT_LANE ? 0 : AWAY * Math.max(0, -facingGoal(n));
      if (cost[n] + rest < least) {
        least = cost[n] + rest;
        best = n;
      }
    }
    return best;
  }

  /// Cosine of the angle between a piece's end and the goal.
  private float facingGoal(int n) {
    float dx = driverObservation.goalX - driverObservation.endX[n];
    float dy = driverObservation.goalY - driverObservation.endY[n];
    float distance = Math.max(1, (float) Math.sqrt(dx * dx + dy * dy));
    return (dx * driverObservation.cos[n] + dy * driverObservation.sin[n]) / distance;
  }

  private boolean nearGoal() {
    return driverObservation.goalX > 0
        && driverObservation.goalX < 18
        && Math.abs(driverObservation.goalY) < 6;
  }

  private void addPiece(int n, int from, boolean last) {
    boolean changes = from >= 0 && !leads(from, n);
    if (changes && changeAt == 0) {
      changeAt = points - 1;
    }
    float passed = laneGraph.along(n, 0, 0);
    boolean beside =
        passed > 0 && passed < laneGraph.length(n) && laneGraph.distance(n, 0, 0) < ON_LANE;
    if (points == 1 && beside) {
      add(
          driverObservation.endX[n],
          driverObservation.endY[n]); // The vehicle is beside this piece: its start lies behind.
      return;
    }
    float joins = laneGraph.along(n, x[points - 1], y[points - 1]);
    if (points > 1 && joins > 0.3f && !changes) {
      // The previous piece ends beside this one, or this one begins beside it.
      if (from >= 0
          && laneGraph.along(from, driverObservation.startX[n], driverObservation.startY[n]) + 0.3f
              < laneGraph.length(from)) {
        points--;
        add(driverObservation.startX[n], driverObservation.startY[n]);
      }
    } else {
      add(driverObservation.startX[n], driverObservation.startY[n]);
    }
    if (!last || goalDistance(n) >= AT_LANE) {
      add(driverObservation.endX[n], driverObservation.endY[n]);
    }
  }

  private boolean leads(int n, int m) {
    for (int k = 0; k < laneGraph.onward[n]; k++) {
      if (laneGraph.next[n * LaneGraph.MOST_SUCCESSORS + k] == m) {
        return true;
      }
    }
    return false;
  }

  /// Skips points behind the vehicle and repeated ones.
  private void add(float px, float py) {
    if (points > 0) {
      float dx = px - x[points - 1];
      float dy = py - y[points - 1];
      if (dx * dx + dy * dy < 0.09f || (points == 1 && px < 0 && px * px + py * py < 100)) {
        return;
      }
    }
    if (points < x.length) {
      x[points] = px;
      y[points] = py;
      points++;
    }
  }

  private float goalDistance(int n) {
    return laneGraph.distance(n, driverObservation.goalX, driverObservation.goalY);
  }
}
