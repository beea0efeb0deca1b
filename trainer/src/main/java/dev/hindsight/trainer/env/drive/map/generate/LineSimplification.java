package dev.hindsight.trainer.env.drive.map.generate;

import java.util.ArrayList;
import java.util.List;

/// Keeps the points of a line that its shape needs (Douglas and Peucker 1973), and enough others
/// that no piece gets long: the simulator indexes a piece only by the grid cell of its middle.
final class LineSimplification {
  /// Largest distance in metres of a dropped point from the kept line.
  private static final double TOLERANCE = 0.08;

  /// Longest piece in metres; two grid cells.
  private static final double LONGEST = 10;

  private LineSimplification() {}

  static List<RoadPose> of(List<RoadPose> points) {
    List<RoadPose> kept = new ArrayList<>();
    kept.add(points.getFirst());
    keep(points, 0, points.size() - 1, kept);
    return kept;
  }

  private static void keep(List<RoadPose> points, int from, int to, List<RoadPose> kept) {
    RoadPose a = points.get(from);
    RoadPose b = points.get(to);
    int worst = -1;
    double worstDistance = TOLERANCE;
    for (int i = from + 1; i < to; i++) {
      double distance = beside(points.get(i), a, b);
      if (distance > worstDistance) {
        worstDistance = distance;
        worst = i;
      }
    }
    if (worst < 0 && to > from + 1 && RoadCurve.distance(a, b) > LONGEST) {
      worst = (from + to) / 2;
    }
    if (worst < 0) {
      kept.add(b);
    } else {
      keep(points, from, worst, kept);
      keep(points, worst, to, kept);
    }
  }

  /// Distance of a point from a piece.
  static double beside(RoadPose p, RoadPose a, RoadPose b) {
    double dx = b.x() - a.x();
    double dy = b.y() - a.y();
    double squared = dx * dx + dy * dy;
    double along = squared == 0 ? 0 : ((p.x() - a.x()) * dx + (p.y() - a.y()) * dy) / squared;
    double part = Math.clamp(along, 0, 1);
    return RoadCurve.distance(p, new RoadPose(a.x() + part * dx, a.y() + part * dy, 0));
  }
}
