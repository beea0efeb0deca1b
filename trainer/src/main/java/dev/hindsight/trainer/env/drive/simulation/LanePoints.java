package dev.hindsight.trainer.env.drive.simulation;

import java.util.List;

/// All points of all lanes, from which new goals are drawn. The arrays are never written after
/// construction.
///
/// @param x metres, in file order
/// @param y metres
public record LanePoints(float[] x, float[] y) {
  /// Result of [#ahead] if no point is ahead.
  public static final int NONE = -1;

  static LanePoints of(List<RoadPolyline> lines) {
    int count = 0;
    for (RoadPolyline line : lines) {
      count += line.type() == RoadPolyline.LANE ? line.points() : 0;
    }
    float[] x = new float[count];
    float[] y = new float[count];
    int at = 0;
    for (RoadPolyline line : lines) {
      if (line.type() == RoadPolyline.LANE) {
        System.arraycopy(line.x(), 0, x, at, line.points());
        System.arraycopy(line.y(), 0, y, at, line.points());
        at += line.points();
      }
    }
    return new LanePoints(x, y);
  }

  /// The point ahead of a body whose distance is closest to the wanted one, or [#NONE]. Hot loop:
  /// no allocation.
  public int ahead(Bodies b, int body, float distance) {
    int best = NONE;
    float least = Float.POSITIVE_INFINITY;
    for (int p = 0; p < x.length; p++) {
      float dx = x[p] - b.x[body];
      float dy = y[p] - b.y[body];
      if (dx * b.cos[body] + dy * b.sin[body] > 0) {
        float miss = Math.abs((float) Math.sqrt(dx * dx + dy * dy) - distance);
        if (miss < least) {
          least = miss;
          best = p;
        }
      }
    }
    return best;
  }
}
