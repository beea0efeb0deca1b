package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import java.util.ArrayList;
import java.util.List;

/// All that lies within half a lane's width, and a shoulder, of a lane's middle.
final class DrivableArea {
  /// Metres of asphalt beside a lane.
  private static final double SHOULDER = 0.6;

  /// A lane's end this close to another lane, in metres, leads on into it.
  private static final double TOUCHING = 1;

  private final List<Piece> pieces = new ArrayList<>();

  DrivableArea(List<Lane> lanes) {
    for (Lane lane : lanes) {
      List<RoadPose> points = LineSimplification.of(lane.curve().poses());
      for (int i = 1; i < points.size(); i++) {
        pieces.add(
            new Piece(
                points.get(i - 1),
                points.get(i),
                lane.width() / 2 + SHOULDER,
                i == 1 && isOpen(lane, lane.curve().start(), lanes),
                i == points.size() - 1 && isOpen(lane, lane.curve().end(), lanes)));
      }
    }
  }

  /// Metres from the area's border, negative inside.
  double field(double x, double y) {
    double least = Double.MAX_VALUE;
    for (Piece piece : pieces) {
      least = Math.min(least, piece.field(x, y));
    }
    return least;
  }

  /// Whether a point of the border lies beyond a road's end, where there is no kerb but the end of
  /// the map.
  boolean isBeyondTheEnd(double x, double y) {
    Piece nearest = pieces.getFirst();
    for (Piece piece : pieces) {
      if (piece.field(x, y) < nearest.field(x, y)) {
        nearest = piece;
      }
    }
    double along = nearest.along(x, y);
    return (along <= 0 && nearest.opensAtA) || (along >= 1 && nearest.opensAtB);
  }

  private static boolean isOpen(Lane lane, RoadPose end, List<Lane> lanes) {
    return lanes.stream()
        .filter(other -> !other.equals(lane))
        .flatMap(other -> other.curve().poses().stream())
        .noneMatch(roadPose -> RoadCurve.distance(roadPose, end) < TOUCHING);
  }

  /// A straight piece of a lane.
  private record Piece(
      RoadPose a, RoadPose b, double halfWidth, boolean opensAtA, boolean opensAtB) {
    /// Where a point's foot lies: 0 at a, 1 at b.
    double along(double x, double y) {
      double dx = b.x() - a.x();
      double dy = b.y() - a.y();
      return ((x - a.x()) * dx + (y - a.y()) * dy) / (dx * dx + dy * dy);
    }

    double field(double x, double y) {
      double part = Math.clamp(along(x, y), 0, 1);
      double dx = x - a.x() - part * (b.x() - a.x());
      double dy = y - a.y() - part * (b.y() - a.y());
      return Math.sqrt(dx * dx + dy * dy) - halfWidth;
    }
  }
}
