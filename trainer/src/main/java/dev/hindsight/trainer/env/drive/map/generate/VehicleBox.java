package dev.hindsight.trainer.env.drive.map.generate;

/// A vehicle's outline on the ground.
///
/// @param x metres, of its centre
/// @param y metres, of its centre
/// @param cos of its heading, which runs along its length
/// @param sin of its heading
/// @param length metres
/// @param width metres
record VehicleBox(double x, double y, double cos, double sin, double length, double width) {
  static VehicleBox of(RoadPose roadPose, double length, double width) {
    return new VehicleBox(
        roadPose.x(),
        roadPose.y(),
        StrictMath.cos(roadPose.heading()),
        StrictMath.sin(roadPose.heading()),
        length,
        width);
  }

  /// The box grown on every side.
  VehicleBox grown(double ahead, double aside) {
    return new VehicleBox(x, y, cos, sin, length + 2 * ahead, width + 2 * aside);
  }

  /// Whether two boxes share a point, by the separating-axis theorem.
  boolean overlaps(VehicleBox other) {
    double dx = other.x - x;
    double dy = other.y - y;
    double reach = (length + width + other.length + other.width) / 2;
    return dx * dx + dy * dy < reach * reach
        && !separates(other, dx, dy)
        && !other.separates(this, -dx, -dy);
  }

  /// Whether the projections of both boxes on an axis of this one are disjoint.
  private boolean separates(VehicleBox other, double dx, double dy) {
    double c = Math.abs(cos * other.cos + sin * other.sin);
    double s = Math.abs(cos * other.sin - sin * other.cos);
    return Math.abs(dx * cos + dy * sin) > (length + other.length * c + other.width * s) / 2
        || Math.abs(dy * cos - dx * sin) > (width + other.length * s + other.width * c) / 2;
  }

  /// A corner.
  ///
  /// @param ahead 1 for the front, -1 for the back
  /// @param aside 1 for the left, -1 for the right
  RoadPose corner(int ahead, int aside) {
    double along = ahead * length / 2;
    double across = aside * width / 2;
    return new RoadPose(x + along * cos - across * sin, y + along * sin + across * cos, 0);
  }
}
