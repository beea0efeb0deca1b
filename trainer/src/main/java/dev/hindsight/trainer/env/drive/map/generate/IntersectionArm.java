package dev.hindsight.trainer.env.drive.map.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A two-way road that leads to the middle of the map and ends some way before it.
///
/// @param angle radians, in which direction from the middle it lies
/// @param middle the line between its two lanes
/// @param inward the lane towards the middle
/// @param outward the lane away from it
record IntersectionArm(double angle, RoadCurve middle, RoadCurve inward, RoadCurve outward) {
  /// Arms of a crossing.
  static final int COUNT = 4;

  /// Four arms about a quarter turn apart, counter-clockwise.
  ///
  /// @param near metres from the middle to where they end
  static List<IntersectionArm> around(double near, double length, double width, Random random) {
    List<IntersectionArm> arms = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      double angle = i * Math.PI / 2 + RoadLayouts.between(random, -0.1, 0.1);
      RoadCurve middle = RoadCurve.line(new RoadPose(0, 0, angle).moved(near, 0), length);
      // One drives on the right.
      RoadCurve inward = middle.shifted(width / 2).reversed();
      RoadCurve outward = middle.shifted(-width / 2);
      arms.add(new IntersectionArm(angle, middle, inward, outward));
    }
    return arms;
  }
}
