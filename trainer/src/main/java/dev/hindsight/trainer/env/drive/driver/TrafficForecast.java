package dev.hindsight.trainer.env.drive.driver;

/// Predicts where other bodies will be in the next seconds: along their lane at their present
/// speed, straight on where lanes part; off the lanes in a straight line. No allocation, one owner
/// thread.
final class TrafficForecast {
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
  TrafficForecast(DriverObservation driverObservation, LaneGraph laneGraph, int steps, float step) {
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
