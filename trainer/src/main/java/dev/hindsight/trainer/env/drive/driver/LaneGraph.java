package dev.hindsight.trainer.env.drive.driver;

/// How the observed lane pieces connect. Overwritten for every agent: no allocation, one owner
/// thread.
///
/// A piece connects to another that starts at its end. A lane that joins another ends beside one of
/// its pieces, and a lane that leaves begins beside one: these connect too.
final class LaneGraph {
  /// The most successors of a piece.
  static final int MOST_SUCCESSORS = 4;

  /// Distance in metres within which two points count as one.
  private static final float JOINT = 0.8f;

  /// Cosine of the sharpest angle between pieces that meet, and between lanes that join or part.
  private static final float BEND = 0.2f;

  private static final float SLIGHT_BEND = 0.8f;

  private final DriverObservation driverObservation;
  private final boolean[] led;

  /// `[lane]` number of successors.
  final int[] onward;

  /// `[lane * MOST_SUCCESSORS]` the successors.
  final int[] next;

  LaneGraph(DriverObservation driverObservation) {
    this.driverObservation = driverObservation;
    int most = driverObservation.startX.length;
    led = new boolean[most];
    onward = new int[most];
    next = new int[most * MOST_SUCCESSORS];
  }

  /// Reads a new observation.
  void look() {
    for (int n = 0; n < driverObservation.lanes; n++) {
      onward[n] = 0;
      led[n] = false;
    }
    for (int n = 0; n < driverObservation.lanes; n++) {
      for (int m = 0; m < driverObservation.lanes; m++) {
        float dx = driverObservation.startX[m] - driverObservation.endX[n];
        float dy = driverObservation.startY[m] - driverObservation.endY[n];
        if (n != m && dx * dx + dy * dy < JOINT * JOINT && turn(n, m) > BEND) {
          lead(n, m);
        }
      }
    }
    for (int n = 0; n < driverObservation.lanes; n++) {
      if (onward[n] == 0) {
        join(n);
      }
      if (!led[n]) {
        part(n);
      }
    }
  }

  /// Cosine of the angle between two pieces.
  float turn(int n, int m) {
    return driverObservation.cos[n] * driverObservation.cos[m]
        + driverObservation.sin[n] * driverObservation.sin[m];
  }

  /// Longitudinal distance from a piece's start to a place, metres.
  float along(int n, float x, float y) {
    return (x - driverObservation.startX[n]) * driverObservation.cos[n]
        + (y - driverObservation.startY[n]) * driverObservation.sin[n];
  }

  /// Lateral distance from a piece, metres, positive to the left.
  float aside(int n, float x, float y) {
    return (y - driverObservation.startY[n]) * driverObservation.cos[n]
        - (x - driverObservation.startX[n]) * driverObservation.sin[n];
  }

  float length(int n) {
    return along(n, driverObservation.endX[n], driverObservation.endY[n]);
  }

  /// Distance from a piece, metres.
  float distance(int n, float x, float y) {
    float beyond = along(n, x, y) - Math.clamp(along(n, x, y), 0, length(n));
    float aside = aside(n, x, y);
    return (float) Math.sqrt(beyond * beyond + aside * aside);
  }

  private void lead(int n, int m) {
    if (onward[n] < MOST_SUCCESSORS) {
      next[n * MOST_SUCCESSORS + onward[n]++] = m;
      led[m] = true;
    }
  }

  /// Connects a lane that ends beside another to it.
  private void join(int n) {
    int beside = beside(n, driverObservation.endX[n], driverObservation.endY[n]);
    if (beside >= 0) {
      lead(n, beside);
    }
  }

  /// Connects a lane to one that begins beside it.
  private void part(int m) {
    int beside = beside(m, driverObservation.startX[m], driverObservation.startY[m]);
    if (beside >= 0) {
      lead(beside, m);
    }
  }

  private int beside(int lane, float x, float y) {
    int best = -1;
    float least = JOINT;
    for (int n = 0; n < driverObservation.lanes; n++) {
      float along = along(n, x, y);
      float aside = Math.abs(aside(n, x, y));
      boolean within = along > 0 && along < length(n) - JOINT && turn(n, lane) > SLIGHT_BEND;
      if (n != lane && within && aside < least) {
        least = aside;
        best = n;
      }
    }
    return best;
  }
}
