package dev.hindsight.trainer.env.drive.map.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A two-way road that leads to the middle of the map and ends some distance before it.
///
/// @param angle direction from the middle, radians
/// @param middle the line between its two lanes
/// @param inward the lane towards the middle
/// @param outward the lane away from it
record IntersectionArm(double angle, RoadCurve middle, RoadCurve inward, RoadCurve outward) {
  /// Number of arms.
  static final int COUNT = 4;

  /// Four arms about a quarter turn apart, counter-clockwise.
  ///
  /// @param near distance of their inner ends from the middle, metres
  static List<IntersectionArm> around(double near, double length, double width, Random random) {
    List<IntersectionArm> arms = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      double angle = i * Math.PI / 2 + RoadLayouts.between(random, -0.1, 0.1);
      RoadCurve middle = RoadCurve.line(new RoadPose(0, 0, angle).moved(near, 0), length);
      // Traffic drives on the right.
      RoadCurve inward = middle.shifted(width / 2).reversed();
      RoadCurve outward = middle.shifted(-width / 2);
      arms.add(new IntersectionArm(angle, middle, inward, outward));
    }
    return arms;
  }
}
