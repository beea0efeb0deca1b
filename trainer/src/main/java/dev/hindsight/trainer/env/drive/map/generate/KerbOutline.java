package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The kerbs of a drivable area: its zero contour by marching squares (Lorensen and Cline 1987, in
/// the plane), cut open at the ends of roads.
final class KerbOutline {
  /// Metres between the samples of the field.
  private static final double CELL = 0.5;

  /// Width in metres of the searched border around the lanes.
  private static final double MARGIN = 6;

  /// Square metres; a smaller hole between lanes is filled with asphalt.
  private static final double SMALLEST_ISLAND = 25;

  private final DrivableArea area;
  private final double minX;
  private final double minY;
  private final int columns;
  private final int rows;
  private final double[] field;

  /// Crossings of the contour with the sampling grid, each with its one or two neighbours.
  private final Map<Integer, List<Integer>> links = new LinkedHashMap<>();

  private final Map<Integer, RoadPose> places = new LinkedHashMap<>();

  private KerbOutline(DrivableArea area, double minX, double minY, double maxX, double maxY) {
    this.area = area;
    this.minX = minX - MARGIN;
    this.minY = minY - MARGIN;
    columns = 2 + (int) ((maxX - minX + 2 * MARGIN) / CELL);
    rows = 2 + (int) ((maxY - minY + 2 * MARGIN) / CELL);
    field = new double[columns * rows];
    for (int i = 0; i < field.length; i++) {
      field[i] = area.field(x(i), y(i));
    }
  }

  /// @return the kerbs, simplified, in an order that depends only on the lanes
  static List<List<RoadPose>> of(List<RoadNetwork.Lane> lanes) {
    List<RoadPose> poses = lanes.stream().flatMap(lane -> lane.curve().poses().stream()).toList();
    KerbOutline kerbOutline =
        new KerbOutline(
            new DrivableArea(lanes),
            poses.stream().mapToDouble(RoadPose::x).min().orElseThrow(),
            poses.stream().mapToDouble(RoadPose::y).min().orElseThrow(),
            poses.stream().mapToDouble(RoadPose::x).max().orElseThrow(),
            poses.stream().mapToDouble(RoadPose::y).max().orElseThrow());
    kerbOutline.march();
    return kerbOutline.kerbs();
  }

  private double x(int node) {
    int column = node % columns;
    return minX + column * CELL;
  }

  private double y(int node) {
    int row = node / columns;
    return minY + row * CELL;
  }

  private void march() {
    for (int row = 0; row + 1 < rows; row++) {
      for (int column = 0; column + 1 < columns; column++) {
        cell(row * columns + column);
      }
    }
  }

  /// Links the crossings on the four sides of a cell. In a saddle (two opposite corners inside)
  /// they are paired so that the inside corners stay apart.
  private void cell(int node) {
    int[] corners = {node, node + 1, node + columns + 1, node + columns};
    List<Integer> crossed = new ArrayList<>(4);
    for (int side = 0; side < 4; side++) {
      int a = corners[side];
      int b = corners[(side + 1) % 4];
      if (field[a] < 0 != field[b] < 0) {
        crossed.add(crossing(Math.min(a, b), Math.max(a, b)));
      }
    }
    if (crossed.size() == 2) {
      link(crossed.get(0), crossed.get(1));
    } else if (crossed.size() == 4) {
      // Sides 0 and 3 cut off corner 0, sides 0 and 1 cut off corner 1.
      int partner = field[node] < 0 ? 3 : 1;
      link(crossed.get(0), crossed.get(partner));
      link(crossed.get(2), crossed.get(4 - partner));
    }
  }

  private int crossing(int a, int b) {
    int id = 2 * a + (b == a + 1 ? 0 : 1);
    double part = field[a] / (field[a] - field[b]);
    places.putIfAbsent(
        id, new RoadPose(x(a) + part * (x(b) - x(a)), y(a) + part * (y(b) - y(a)), 0));
    return id;
  }

  private void link(int a, int b) {
    links.computeIfAbsent(a, _ -> new ArrayList<>(2)).add(b);
    links.computeIfAbsent(b, _ -> new ArrayList<>(2)).add(a);
  }

  private List<List<RoadPose>> kerbs() {
    List<List<RoadPose>> kerbs = new ArrayList<>();
    while (!links.isEmpty()) {
      List<RoadPose> loop = loop(links.keySet().iterator().next());
      if (area(loop) >= SMALLEST_ISLAND) {
        kerbs.addAll(cut(loop));
      }
    }
    return kerbs.stream().map(LineSimplification::of).toList();
  }

  /// Removes one closed contour from the links; its last point repeats the first.
  private List<RoadPose> loop(int start) {
    List<RoadPose> loop = new ArrayList<>();
    int at = start;
    while (links.containsKey(at)) {
      loop.add(place(at));
      List<Integer> next = links.remove(at);
      at = next.stream().filter(links::containsKey).findFirst().orElse(start);
    }
    loop.add(loop.getFirst());
    return loop;
  }

  private RoadPose place(int crossing) {
    return Objects.requireNonNull(places.get(crossing));
  }

  private static double area(List<RoadPose> loop) {
    double twice = 0;
    for (int i = 1; i < loop.size(); i++) {
      RoadPose a = loop.get(i - 1);
      RoadPose b = loop.get(i);
      twice += a.x() * b.y() - b.x() * a.y();
    }
    return Math.abs(twice) / 2;
  }

  /// A contour without the points beyond a road's end; a loop with such points is first rotated to
  /// start with one.
  private List<List<RoadPose>> cut(List<RoadPose> loop) {
    int open = 0;
    while (open < loop.size() && !isOpen(loop.get(open))) {
      open++;
    }
    if (open == loop.size()) {
      return List.of(loop);
    }
    List<List<RoadPose>> parts = new ArrayList<>();
    List<RoadPose> part = new ArrayList<>();
    int distinct = loop.size() - 1;
    for (int i = 0; i <= distinct; i++) {
      RoadPose roadPose = loop.get((open + i) % distinct);
      if (!isOpen(roadPose)) {
        part.add(roadPose);
      } else if (part.size() > 1) {
        parts.add(part);
        part = new ArrayList<>();
      } else {
        part.clear();
      }
    }
    return parts;
  }

  private boolean isOpen(RoadPose roadPose) {
    return area.isBeyondTheEnd(roadPose.x(), roadPose.y());
  }

  /// The area within half a lane's width plus a shoulder from a lane's middle.
  private static final class DrivableArea {
    /// Metres of asphalt beside a lane.
    private static final double SHOULDER = 0.6;

    /// A lane's end within this distance of another lane, in metres, continues into it.
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

    /// Distance from the area's border in metres, negative inside.
    double field(double x, double y) {
      double least = Double.MAX_VALUE;
      for (Piece piece : pieces) {
        least = Math.min(least, piece.field(x, y));
      }
      return least;
    }

    /// Whether a point of the border lies beyond a road's end, where the map ends and there is no
    /// kerb.
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

    /// A straight lane piece.
    private record Piece(
        RoadPose a, RoadPose b, double halfWidth, boolean opensAtA, boolean opensAtB) {
      /// Position of a point's projection: 0 at a, 1 at b.
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
}
