package dev.hindsight.trainer.env.drive;

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
record RoadPolyline(int type, float[] x, float[] y) {
  static final int LANE = 4;
  static final int LINE = 5;
  static final int EDGE = 6;

  /// The polylines of a map that the simulation knows, in file order; others take no part.
  static List<RoadPolyline> of(DriveMap map, MapFrame frame) {
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
