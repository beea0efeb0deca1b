package dev.hindsight.trainer.env.drive.driver;

import java.util.Arrays;

/// The way along observed lanes towards the goal, as a polyline that starts at the vehicle.
/// Overwritten for every agent: no allocation, one owner thread.
///
/// Pieces of lane are the nodes of a graph; the shortest way is found by Dijkstra's algorithm
/// (Dijkstra 1959) in its array form, which is the fast one for a hundred nodes.
final class Route {
  /// A lane's end joins another's start within this distance, metres.
  private static final float JOINT = 0.8f;

  /// Neighbouring lanes are about this far apart, metres.
  private static final float NEIGHBOUR = 4.5f;

  /// What changing lanes costs, in metres of detour.
  private static final float CHANGE = 12;

  /// A metre still to go as the crow flies counts as this many along lanes.
  private static final float BEYOND = 1.6f;

  /// The goal belongs to a lane within this distance, metres.
  private static final float AT_LANE = 2.5f;

  /// A vehicle is on a lane within this distance, metres.
  private static final float ON_LANE = 4;

  private final View view;
  private final float[] cost;
  private final int[] before;
  private final boolean[] done;
  private final int[] order;

  /// How many points the way has.
  int points;

  /// The way, metres in the agent's frame; point 0 is the vehicle.
  final float[] x;

  final float[] y;

  Route(View view) {
    this.view = view;
    int most = view.startX.length;
    cost = new float[most];
    before = new int[most];
    done = new boolean[most];
    order = new int[most];
    x = new float[most + 4];
    y = new float[most + 4];
  }

  /// Finds the way for what the view shows now.
  void find() {
    points = 0;
    add(0, 0);
    int start = nearestLane();
    if (start < 0) {
      add(view.goalX, view.goalY);
      return;
    }
    search(start);
    int last = best();
    int count = 0;
    for (int n = last; n >= 0; n = before[n]) {
      order[count++] = n;
    }
    for (int i = count - 1; i >= 0; i--) {
      addPiece(order[i], i == 0);
    }
    double gap = Math.hypot(view.goalX - x[points - 1], view.goalY - y[points - 1]);
    if (goalDistance(last) < 3 * AT_LANE || gap < 4 * AT_LANE || points == 1) {
      add(view.goalX, view.goalY);
    }
  }

  /// The lane the vehicle is on: near, and pointing where it points.
  private int nearestLane() {
    int best = -1;
    float least = Float.POSITIVE_INFINITY;
    for (int n = 0; n < view.lanes; n++) {
      float distance = distance(n, 0, 0);
      float score = distance + 3 * (1 - view.cos[n]);
      if (distance < ON_LANE && view.cos[n] > 0.3f && score < least) {
        least = score;
        best = n;
      }
    }
    return best;
  }

  private void search(int start) {
    Arrays.fill(cost, 0, view.lanes, Float.POSITIVE_INFINITY);
    Arrays.fill(done, 0, view.lanes, false);
    cost[start] = 0;
    before[start] = -1;
    while (true) {
      int next = -1;
      for (int n = 0; n < view.lanes; n++) {
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
    float length = length(n);
    for (int m = 0; m < view.lanes; m++) {
      if (done[m]) {
        continue;
      }
      float turn = view.cos[n] * view.cos[m] + view.sin[n] * view.sin[m];
      if (turn < 0.2f) {
        continue;
      }
      float dx = view.startX[m] - view.endX[n];
      float dy = view.startY[m] - view.endY[n];
      float gap = dx * dx + dy * dy;
      float through = Float.POSITIVE_INFINITY;
      if (gap < JOINT * JOINT) {
        through = cost[n] + length;
      } else if (turn > 0.97f && gap < 144) {
        float along = dx * view.cos[n] + dy * view.sin[n];
        float aside = Math.abs(dy * view.cos[n] - dx * view.sin[n]);
        if (along > 3 && aside < NEIGHBOUR) {
          through = cost[n] + length + along + CHANGE;
        }
      }
      if (through < cost[m]) {
        cost[m] = through;
        before[m] = n;
      }
    }
  }

  /// The piece to drive to: on the way to the goal, and nearest to it.
  private int best() {
    int best = -1;
    float least = Float.POSITIVE_INFINITY;
    for (int n = 0; n < view.lanes; n++) {
      if (cost[n] == Float.POSITIVE_INFINITY) {
        continue;
      }
      float aside = goalDistance(n);
      float rest;
      if (aside < AT_LANE) {
        rest = Math.max(0, along(n, view.goalX, view.goalY)) + aside;
      } else {
        rest =
            length(n)
                + BEYOND * (float) Math.hypot(view.goalX - view.endX[n], view.goalY - view.endY[n]);
      }
      if (cost[n] + rest < least) {
        least = cost[n] + rest;
        best = n;
      }
    }
    return best;
  }

  private void addPiece(int n, boolean last) {
    float from = along(n, 0, 0);
    if (points == 1 && from > 0 && from < length(n) && distance(n, 0, 0) < ON_LANE) {
      add(view.endX[n], view.endY[n]); // The vehicle is beside this piece: its start lies behind.
    } else if (last && goalDistance(n) < AT_LANE) {
      add(view.startX[n], view.startY[n]);
    } else {
      add(view.startX[n], view.startY[n]);
      add(view.endX[n], view.endY[n]);
    }
  }

  /// Leaves out points that lie behind the vehicle, and repeated ones.
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
    return distance(n, view.goalX, view.goalY);
  }

  private float length(int n) {
    return along(n, view.endX[n], view.endY[n]);
  }

  private float along(int n, float px, float py) {
    return (px - view.startX[n]) * view.cos[n] + (py - view.startY[n]) * view.sin[n];
  }

  private float distance(int n, float px, float py) {
    float t = Math.clamp(along(n, px, py), 0, length(n));
    float dx = px - view.startX[n] - t * view.cos[n];
    float dy = py - view.startY[n] - t * view.sin[n];
    return (float) Math.sqrt(dx * dx + dy * dy);
  }
}
