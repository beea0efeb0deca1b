package dev.hindsight.trainer.env.drive.simulation;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMap.Road;
import java.util.ArrayList;
import java.util.List;

/// A lane, line or edge in the frame of the simulation. Arrays are never written after
/// construction.
///
/// @param type 4 lane, 5 line, 6 edge
/// @param x metres
/// @param y metres
public record RoadPolyline(int type, float[] x, float[] y) {
  public static final int LANE = 4;
  public static final int LINE = 5;
  public static final int EDGE = 6;

  /// The polylines of a map that the simulation uses, in file order; others are left out.
  public static List<RoadPolyline> of(DriveMap map, MapFrame frame) {
    List<RoadPolyline> lines = new ArrayList<>();
    for (Road road : map.roads()) {
      if (road.type() >= LANE && road.type() <= EDGE) {
        lines.add(
            new RoadPolyline(
                road.type(), frame.localX(road.x()), frame.localY(road.x(), road.y())));
      }
    }
    return lines;
  }

  int points() {
    return x.length;
  }

  /// Direction of the piece from point i to i + 1, radians.
  float heading(int i) {
    return (float) StrictMath.atan2(y[i + 1] - y[i], x[i + 1] - x[i]);
  }
}
