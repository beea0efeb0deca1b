package dev.hindsight.trainer.env.drive.map.generate;

/// A position and a direction.
///
/// @param x metres
/// @param y metres
/// @param heading radians, counter-clockwise from +x, not wrapped
record RoadPose(double x, double y, double heading) {
  /// The pose `forward` metres ahead and `left` metres to the left, same direction.
  RoadPose moved(double forward, double left) {
    double c = StrictMath.cos(heading);
    double s = StrictMath.sin(heading);
    return new RoadPose(x + forward * c - left * s, y + forward * s + left * c, heading);
  }

  RoadPose turned(double angle) {
    return new RoadPose(x, y, heading + angle);
  }

  /// An angle in `(-pi, pi]`.
  static double wrapped(double angle) {
    return StrictMath.atan2(StrictMath.sin(angle), StrictMath.cos(angle));
  }
}
