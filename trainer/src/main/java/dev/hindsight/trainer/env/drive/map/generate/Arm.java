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
record Arm(double angle, Curve middle, Curve inward, Curve outward) {
  /// Arms of a crossing.
  static final int COUNT = 4;

  /// Four arms about a quarter turn apart, counter-clockwise.
  ///
  /// @param near metres from the middle to where they end
  static List<Arm> around(double near, double length, double width, Random random) {
    List<Arm> arms = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      double angle = i * Math.PI / 2 + Layouts.between(random, -0.1, 0.1);
      Curve middle = Curve.line(new Pose(0, 0, angle).moved(near, 0), length);
      // One drives on the right.
      Curve inward = middle.shifted(width / 2).reversed();
      Curve outward = middle.shifted(-width / 2);
      arms.add(new Arm(angle, middle, inward, outward));
    }
    return arms;
  }
}
