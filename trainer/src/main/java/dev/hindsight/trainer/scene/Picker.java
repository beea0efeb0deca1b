package dev.hindsight.trainer.scene;

import java.util.List;
import java.util.Optional;

/// Finds what is under the pointer.
public final class Picker {
  /// Distance in pixels within which a thing counts as under the pointer.
  private static final double REACH = 9;

  private Picker() {}

  /// Bonus per rank in pixels: an agent wins against its goal up to this much farther away.
  private static final double RANK = 4;

  /// Half the width of a lane, metres.
  private static final double HALF_LANE = 2;

  /// The nearest thing within reach. Among near ones, agents win over other bodies, these over
  /// goals, and goals over parts of the observation; of equals, the upper one wins.
  ///
  /// @param pixelX of the pointer
  /// @param pixelY of the pointer, downwards
  /// @return empty if there are only ground and roads
  public static Optional<MarkSubject> at(
      List<Mark> marks, Viewpoint viewpoint, double pixelX, double pixelY) {
    double scale = viewpoint.pixelsPerMetre();
    double x = viewpoint.worldX(pixelX, pixelY);
    double y = viewpoint.worldY(pixelX, pixelY);
    MarkSubject best = MarkSubject.NONE;
    double least = Double.POSITIVE_INFINITY;
    for (Mark mark : marks) {
      double pixels = distance(mark, x, y, scale) * scale;
      double cost = pixels + RANK * rank(mark.subject());
      if (pixels <= REACH && cost <= least && !mark.subject().equals(MarkSubject.NONE)) {
        least = cost;
        best = mark.subject();
      }
    }
    return best.equals(MarkSubject.NONE) ? Optional.empty() : Optional.of(best);
  }

  /// The road under a point, or the nearest one within reach.
  ///
  /// @param marks of a backdrop
  public static Optional<MarkSubject> roadAt(
      List<Mark> marks, Viewpoint viewpoint, double pixelX, double pixelY) {
    double reach = Math.max(REACH / viewpoint.pixelsPerMetre(), HALF_LANE);
    double x = viewpoint.worldX(pixelX, pixelY);
    double y = viewpoint.worldY(pixelX, pixelY);
    MarkSubject best = MarkSubject.NONE;
    double least = reach;
    for (Mark mark : marks) {
      if (mark instanceof Mark.Polyline line && line.subject().kind().equals(MarkSubject.ROAD)) {
        double metres = toLine(line.xy(), x, y);
        if (metres < least) {
          least = metres;
          best = line.subject();
        }
      }
    }
    return best.equals(MarkSubject.NONE) ? Optional.empty() : Optional.of(best);
  }

  private static int rank(MarkSubject markSubject) {
    return switch (markSubject.kind()) {
      case MarkSubject.AGENT -> 0;
      case MarkSubject.OTHER -> 1;
      case MarkSubject.GOAL -> 2;
      default -> 3;
    };
  }

  /// Metres from a point to a mark, 0 inside it. The empty area that a line encloses does not
  /// count, and trails, text and links cannot be picked at all.
  private static double distance(Mark mark, double x, double y, double scale) {
    return switch (mark) {
      case Mark.Box box -> toBox(box, x, y);
      case Mark.Disc disc ->
          Math.max(
              0,
              Math.hypot(x - disc.x(), y - disc.y())
                  - Math.max(disc.radius(), disc.minPixels() / scale));
      case Mark.Polyline line ->
          line.tone() == Tone.TRAIL ? Double.POSITIVE_INFINITY : toLine(line.xy(), x, y);
      case Mark.Polygon polygon -> toLine(polygon.xy(), x, y);
      case Mark.Cells _, Mark.Text _, Mark.Label _, Mark.Tag _, Mark.Link _ ->
          Double.POSITIVE_INFINITY;
    };
  }

  private static double toBox(Mark.Box box, double x, double y) {
    double c = Math.cos(box.heading());
    double s = Math.sin(box.heading());
    double ahead = Math.abs(c * (x - box.x()) + s * (y - box.y()));
    double aside = Math.abs(c * (y - box.y()) - s * (x - box.x()));
    return Math.hypot(Math.max(0, ahead - box.length() / 2), Math.max(0, aside - box.width() / 2));
  }

  private static double toLine(float[] xy, double x, double y) {
    double nearest = Double.POSITIVE_INFINITY;
    for (int i = 0; i + 3 < xy.length; i += 2) {
      double dx = xy[i + 2] - xy[i];
      double dy = xy[i + 3] - xy[i + 1];
      double length2 = dx * dx + dy * dy;
      double along =
          length2 == 0 ? 0 : Math.clamp(((x - xy[i]) * dx + (y - xy[i + 1]) * dy) / length2, 0, 1);
      nearest = Math.min(nearest, Math.hypot(x - xy[i] - along * dx, y - xy[i + 1] - along * dy));
    }
    return nearest;
  }
}
