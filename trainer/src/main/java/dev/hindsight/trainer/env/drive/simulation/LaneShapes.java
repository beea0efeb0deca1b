package dev.hindsight.trainer.env.drive.simulation;

import java.util.List;

/// All lanes, piece by piece in the order of their polylines. Never written after construction.
final class LaneShapes {
  /// First piece of each polyline (lines and edges have none), plus one entry at the end.
  final int[] first;

  /// Start of a piece, metres.
  final float[] x0;

  final float[] y0;

  /// Vector from its start to its end, metres.
  final float[] dx;

  final float[] dy;

  /// Direction of the lane there: that of the piece, averaged with its neighbours at half weight.
  final float[] heading;

  LaneShapes(List<RoadPolyline> lines) {
    first = new int[lines.size() + 1];
    for (int l = 0; l < lines.size(); l++) {
      first[l + 1] = first[l] + pieces(lines.get(l));
    }
    int n = first[lines.size()];
    x0 = new float[n];
    y0 = new float[n];
    dx = new float[n];
    dy = new float[n];
    heading = new float[n];
    for (int l = 0; l < lines.size(); l++) {
      RoadPolyline line = lines.get(l);
      for (int i = 0; i < pieces(line); i++) {
        int at = first[l] + i;
        x0[at] = line.x()[i];
        y0[at] = line.y()[i];
        dx[at] = line.x()[i + 1] - x0[at];
        dy[at] = line.y()[i + 1] - y0[at];
        heading[at] = smoothed(line, i);
      }
    }
  }

  private static int pieces(RoadPolyline line) {
    return line.type() == RoadPolyline.LANE ? Math.max(0, line.points() - 1) : 0;
  }

  private static float smoothed(RoadPolyline line, int piece) {
    float sum = 0;
    float weights = 0;
    for (int i = Math.max(0, piece - 1); i <= Math.min(pieces(line) - 1, piece + 1); i++) {
      float heading = line.heading(i);
      if (weights > 0) {
        heading += Angles.wrapOnce(heading - sum / weights) - (heading - sum / weights);
      }
      float weight = i == piece ? 2 : 1;
      sum += weight * heading;
      weights += weight;
    }
    return Angles.wrap(sum / weights);
  }
}
