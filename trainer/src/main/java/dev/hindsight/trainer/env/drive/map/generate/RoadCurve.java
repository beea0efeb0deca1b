package dev.hindsight.trainer.env.drive.map.generate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A smooth directed line in the plane, sampled as poses about half a metre apart and addressed by
/// arc length. Immutable.
final class RoadCurve {
  /// Largest distance between samples, metres.
  private static final double STEP = 0.5;

  private final List<RoadPose> poses;
  private final double[] at;

  private RoadCurve(List<RoadPose> poses) {
    this.poses = List.copyOf(poses);
    at = new double[poses.size()];
    for (int i = 1; i < at.length; i++) {
      RoadPose a = poses.get(i - 1);
      RoadPose b = poses.get(i);
      at[i] = at[i - 1] + distance(a, b);
    }
  }

  static RoadCurve line(RoadPose from, double length) {
    return sampled(length, part -> from.moved(part * length, 0));
  }

  /// @param angle radians turned along the arc, positive to the left
  static RoadCurve arc(RoadPose from, double radius, double angle) {
    double side = Math.signum(angle) * radius;
    RoadPose centre = from.moved(0, side);
    return sampled(radius * Math.abs(angle), part -> centre.turned(part * angle).moved(0, -side));
  }

  /// A cubic Bézier curve from pose to pose, with handles as long as those that approximate the
  /// circle through both.
  static RoadCurve between(RoadPose from, RoadPose to) {
    double turn = Math.abs(RoadPose.wrapped(to.heading() - from.heading()));
    double chord = distance(from, to);
    double handle =
        turn < 0.05
            ? chord / 3
            : 4.0 / 3 * StrictMath.tan(turn / 4) * chord / (2 * StrictMath.sin(turn / 2));
    RoadPose a = from.moved(handle, 0);
    RoadPose b = to.moved(-handle, 0);
    return sampled(chord * 1.2, part -> bezier(from, a, b, to, part));
  }

  /// Joins curves; each must start where the previous one ends.
  static RoadCurve chain(RoadCurve... curves) {
    List<RoadPose> all = new ArrayList<>(curves[0].poses);
    for (RoadCurve next : Arrays.asList(curves).subList(1, curves.length)) {
      RoadPose end = all.getLast();
      // Headings stay continuous, so that poses between samples can be interpolated.
      double turns =
          RoadPose.wrapped(next.start().heading() - end.heading())
              + end.heading()
              - next.start().heading();
      next.poses.stream().skip(1).map(roadPose -> roadPose.turned(turns)).forEach(all::add);
    }
    return new RoadCurve(all);
  }

  /// The parallel curve further to the left.
  RoadCurve shifted(double left) {
    return new RoadCurve(poses.stream().map(roadPose -> roadPose.moved(0, left)).toList());
  }

  /// The reversed curve.
  RoadCurve reversed() {
    return new RoadCurve(
        poses.reversed().stream().map(roadPose -> roadPose.turned(Math.PI)).toList());
  }

  /// The first part of this curve.
  RoadCurve part(double length) {
    List<RoadPose> part = new ArrayList<>();
    for (int i = 0; i < at.length && at[i] < length; i++) {
      part.add(poses.get(i));
    }
    part.add(at(length));
    return new RoadCurve(part);
  }

  double length() {
    return at[at.length - 1];
  }

  List<RoadPose> poses() {
    return poses;
  }

  RoadPose start() {
    return poses.getFirst();
  }

  RoadPose end() {
    return poses.getLast();
  }

  /// The pose at an arc length, clamped to the ends.
  RoadPose at(double length) {
    int found = Arrays.binarySearch(at, length);
    if (found >= 0) {
      return poses.get(found);
    }
    int after = -found - 1;
    if (after == 0) {
      return start();
    }
    if (after == at.length) {
      return end();
    }
    RoadPose a = poses.get(after - 1);
    RoadPose b = poses.get(after);
    double part = (length - at[after - 1]) / (at[after] - at[after - 1]);
    return new RoadPose(
        a.x() + part * (b.x() - a.x()),
        a.y() + part * (b.y() - a.y()),
        a.heading() + part * (b.heading() - a.heading()));
  }

  /// Curvature at an arc length, radians per metre, measured over two metres.
  double curvature(double length) {
    double from = Math.max(0, length - 1);
    double to = Math.min(length(), length + 1);
    return (at(to).heading() - at(from).heading()) / Math.max(to - from, STEP);
  }

  static double distance(RoadPose a, RoadPose b) {
    double dx = b.x() - a.x();
    double dy = b.y() - a.y();
    return Math.sqrt(dx * dx + dy * dy);
  }

  private interface ByPart {
    /// @param part fraction of the curve, `0..1`
    RoadPose pose(double part);
  }

  private static RoadCurve sampled(double length, ByPart way) {
    int steps = Math.max(1, (int) Math.ceil(length / STEP));
    List<RoadPose> poses = new ArrayList<>(steps + 1);
    for (int i = 0; i <= steps; i++) {
      poses.add(way.pose((double) i / steps));
    }
    return new RoadCurve(poses);
  }

  private static RoadPose bezier(RoadPose p0, RoadPose p1, RoadPose p2, RoadPose p3, double t) {
    double u = 1 - t;
    double dx =
        u * u * (p1.x() - p0.x()) + 2 * u * t * (p2.x() - p1.x()) + t * t * (p3.x() - p2.x());
    double dy =
        u * u * (p1.y() - p0.y()) + 2 * u * t * (p2.y() - p1.y()) + t * t * (p3.y() - p2.y());
    double heading = StrictMath.atan2(dy, dx);
    // Continuous with the start, which matters if its heading is more than one turn.
    double unwrapped = p0.heading() + RoadPose.wrapped(heading - p0.heading());
    return new RoadPose(
        u * u * u * p0.x() + 3 * u * u * t * p1.x() + 3 * u * t * t * p2.x() + t * t * t * p3.x(),
        u * u * u * p0.y() + 3 * u * u * t * p1.y() + 3 * u * t * t * p2.y() + t * t * t * p3.y(),
        unwrapped);
  }
}
