package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.simulation.RoadPolyline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Maps for tests.
final class TestMap {
  private TestMap() {}

  /// A straight road of two lanes to the right (y = 0 and 3.5), 400 m long, between edges at y = -2
  /// and 5.5.
  static DriveMap straight(TestTrack... tracks) {
    return map(
        List.of(
            road(RoadPolyline.LANE, 0),
            road(RoadPolyline.LANE, 3.5),
            road(RoadPolyline.LINE, 1.75),
            road(RoadPolyline.EDGE, -2),
            road(RoadPolyline.EDGE, 5.5)),
        tracks);
  }

  static DriveMap map(List<DriveMap.Road> roads, TestTrack... tracks) {
    return new DriveMap(
        -1, new int[0], Arrays.stream(tracks).map(TestTrack::build).toList(), roads);
  }

  /// Traffic for trials: agents, an expert that drives by, one whose log ends, and one that stands.
  static DriveMap busy() {
    return straight(
        TestTrack.at(-20, 0).speed(8).goal(10, 0),
        TestTrack.at(-40, 3.5).speed(6).goal(-5, 3.5),
        TestTrack.at(0, 0).speed(7).expert(),
        TestTrack.at(-10, 3.5).speed(5).expert().valid(0, 25),
        TestTrack.at(60, 0).goal(60, 1),
        TestTrack.at(-60, 0).speed(9).goal(30, 0));
  }

  static DriveMap.Road road(int type, double y) {
    List<double[]> points = new ArrayList<>();
    for (double x = -200; x <= 200; x += 5) {
      points.add(new double[] {x, y});
    }
    return road(type, points.toArray(double[][]::new));
  }

  static DriveMap.Road road(int type, double[]... points) {
    float[] x = new float[points.length];
    float[] y = new float[points.length];
    for (int p = 0; p < points.length; p++) {
      x[p] = (float) points[p][0];
      y[p] = (float) points[p][1];
    }
    return new DriveMap.Road(0, type, 0, x, y, new float[x.length], 0, 0, 0, 0, 0, 0, 0);
  }
}
