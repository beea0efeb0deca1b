package dev.hindsight.trainer.env.drive.simulation;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import java.util.List;
import java.util.function.Supplier;

/// The roads of a map, indexed for the queries of each tick. Immutable, shared by all environments
/// on the map.
///
/// @param lines lanes, lines and edges, in file order
/// @param grid the cells they are sorted into
/// @param edges pieces of road edges, by cell
/// @param lanes pieces of lanes, by cell
/// @param laneRules creates the preset's lane rule, one for each thread
/// @param lanePoints possible places of goals
public record Roads(
    List<RoadPolyline> lines,
    RoadGrid grid,
    RoadPieces edges,
    RoadPieces lanes,
    Supplier<LaneRule> laneRules,
    LanePoints lanePoints) {

  public static Roads of(DriveMap map, MapFrame frame, DriveConfig config) {
    List<RoadPolyline> lines = List.copyOf(RoadPolyline.of(map, frame));
    RoadGrid roadGrid = RoadGrid.over(lines);
    RoadPieces lanes = RoadPieces.of(lines, roadGrid, type -> type == RoadPolyline.LANE);
    return new Roads(
        lines,
        roadGrid,
        RoadPieces.of(lines, roadGrid, type -> type == RoadPolyline.EDGE),
        lanes,
        laneRules(lines, roadGrid, lanes, config),
        LanePoints.of(lines));
  }

  private static Supplier<LaneRule> laneRules(
      List<RoadPolyline> lines, RoadGrid roadGrid, RoadPieces lanes, DriveConfig config) {
    return switch (config.preset()) {
      case CLASSIC -> {
        LaneRule shared = new NearestLane(roadGrid, lanes, lines, config);
        yield () -> shared;
      }
      case ADAPTIVE -> {
        LaneShapes shapes = new LaneShapes(lines);
        yield () -> new FollowedLane(roadGrid, lanes, shapes, lines.size());
      }
    };
  }

  /// The lane rule of the adaptive fork (after GIGAFLOW: Cusumano-Towner et al., 2025): the lane
  /// that fits best in distance and direction, if it beats the lane followed so far by a margin.
  /// Hot loop: no allocation; one owner thread.
  private static final class FollowedLane implements LaneRule {
    private static final float REACH = 4;
    private static final float DISTANCE_WEIGHT = 0.7f;
    private static final float HEADING_WEIGHT = 0.3f;
    private static final float SWITCHING = 0.5f;
    private static final float ALIGNED = 0.965f;
    private static final float SLACK = 0.01f;
    private static final float LEAST_SQUARE = 1e-6f;

    private final RoadGrid roadGrid;
    private final RoadPieces lanes;
    private final LaneShapes shapes;

    /// The latest search that visited each polyline.
    private final int[] lookedAt;

    private int search;

    /// Result of [#measure]: metres to the lane, positive on its left.
    private float offset;

    /// Result of [#measure]: the nearest piece of the lane.
    private int nearest;

    /// @param lanes only pieces of lanes
    /// @param polylines number of polylines, lanes or not
    FollowedLane(RoadGrid roadGrid, RoadPieces lanes, LaneShapes shapes, int polylines) {
      this.roadGrid = roadGrid;
      this.lanes = lanes;
      this.shapes = shapes;
      lookedAt = new int[polylines];
    }

    @Override
    public void locate(Bodies b, int agent, int end) {
      int best = best(b, agent, end);
      if (best < 0) {
        b.leaveLane(agent);
        return;
      }
      measure(best, b.x[agent], b.y[agent]);
      b.lane[agent] = best;
      b.laneOffset[agent] = offset;
      b.laneCos[agent] = Trig.cos(Angles.wrap(b.heading[agent] - shapes.heading[nearest]));
      b.laneAligned[agent] = Math.abs(b.laneCos[agent]) > ALIGNED ? 1 : 0;
    }

    private int best(Bodies b, int agent, int end) {
      int cell = roadGrid.cell(b.x[agent], b.y[agent]);
      if (cell == RoadGrid.OUTSIDE) {
        return -1;
      }
      search++;
      int row = cell / roadGrid.columns();
      int left = RoadGrid.left(cell % roadGrid.columns());
      int right = roadGrid.right(cell % roadGrid.columns());
      int best = -1;
      float least = Float.POSITIVE_INFINITY;
      for (int r = RoadGrid.bottom(row); r <= roadGrid.top(row); r++) {
        int stop = lanes.first[r * roadGrid.columns() + right + 1];
        for (int s = lanes.first[r * roadGrid.columns() + left]; s < stop; s++) {
          int lane = lanes.line[s];
          if (lookedAt[lane] == search || lanes.order[s] >= end) {
            continue;
          }
          lookedAt[lane] = search;
          float cost = cost(b, agent, lane);
          if (cost < least) {
            least = cost;
            best = lane;
          }
        }
      }
      return best;
    }

    /// How badly a lane fits; infinite if it is out of reach.
    private float cost(Bodies b, int agent, int lane) {
      measure(lane, b.x[agent], b.y[agent]);
      float distance = Math.abs(offset);
      if (!(distance <= REACH)) {
        return Float.POSITIVE_INFINITY;
      }
      float turn = Math.abs(Angles.wrap(b.heading[agent] - shapes.heading[nearest]));
      float cost = DISTANCE_WEIGHT * (distance / REACH) + HEADING_WEIGHT * (float) (turn / Math.PI);
      boolean another = b.lane[agent] != Bodies.NO_LANE && b.lane[agent] != lane;
      return another ? cost + SWITCHING : cost;
    }

    /// Finds the piece of a lane nearest to a place, within reach.
    private void measure(int lane, float x, float y) {
      float least = REACH + SLACK;
      offset = Float.POSITIVE_INFINITY;
      for (int s = shapes.first[lane]; s < shapes.first[lane + 1]; s++) {
        float x0 = shapes.x0[s];
        float y0 = shapes.y0[s];
        float dx = shapes.dx[s];
        float dy = shapes.dy[s];
        float square = dx * dx + dy * dy;
        if (square < LEAST_SQUARE) {
          continue;
        }
        float t = ((x - x0) * dx + (y - y0) * dy) / square;
        t = Math.max(0, Math.min(1, t));
        float offX = x - (x0 + t * dx);
        float offY = y - (y0 + t * dy);
        float distance = (float) Math.sqrt(offX * offX + offY * offY);
        if (distance < least) {
          least = distance;
          nearest = s;
          offset = dx * (y - y0) - dy * (x - x0) >= 0 ? distance : -distance;
        }
      }
    }
  }

  /// The lane rule of PufferDrive 2.0: the nearest lane piece, with three metres added for a piece
  /// in another direction. Hot loop: no allocation; any thread.
  private static final class NearestLane implements LaneRule {
    /// Largest distance of a lane in metres.
    private static final float REACH = 4;

    /// Metres added to the distance of a piece in another direction.
    private static final float DETOUR = 3;

    /// Margin in metres of the quick test, which rounds differently from the exact one.
    private static final float SLACK = 0.01f;

    private final RoadGrid roadGrid;
    private final RoadPieces lanes;
    private final boolean quirks;

    /// Direction of each piece.
    private final float[] heading;

    /// Mean direction of each piece and the previous one.
    private final float[] laneHeading;

    /// @param lanes only pieces of lanes
    NearestLane(RoadGrid roadGrid, RoadPieces lanes, List<RoadPolyline> lines, DriveConfig config) {
      this.roadGrid = roadGrid;
      this.lanes = lanes;
      quirks = config.quirks();
      heading = new float[lanes.count()];
      laneHeading = new float[lanes.count()];
      for (int i = 0; i < heading.length; i++) {
        RoadPolyline line = lines.get(lanes.line[i]);
        heading[i] = line.heading(lanes.piece[i]);
        laneHeading[i] = mean(line.heading(Math.max(0, lanes.piece[i] - 1)), heading[i]);
      }
    }

    /// In the reference the mean of 179° and -179° is 0°, and not 180°.
    private float mean(float a, float b) {
      return quirks
          ? Angles.wrapOnce((a + b) / 2)
          : Angles.wrapOnce(a + Angles.wrapOnce(b - a) / 2);
    }

    @Override
    public void locate(Bodies b, int agent, int end) {
      int nearest = nearest(b, agent, end);
      if (nearest < 0) {
        b.leaveLane(agent);
        return;
      }
      b.lane[agent] = lanes.line[nearest];
      float off = difference(laneHeading[nearest], b.heading[agent]);
      b.laneAligned[agent] = off < Math.PI / 12 ? 1 : 0;
    }

    private int nearest(Bodies b, int agent, int end) {
      float x = b.x[agent];
      float y = b.y[agent];
      int cell = roadGrid.cell(x, y);
      if (cell == RoadGrid.OUTSIDE) {
        return -1;
      }
      int row = cell / roadGrid.columns();
      int left = RoadGrid.left(cell % roadGrid.columns());
      int right = roadGrid.right(cell % roadGrid.columns());
      int nearest = -1;
      float least = REACH;
      float reach = REACH + SLACK;
      for (int r = RoadGrid.bottom(row); r <= roadGrid.top(row); r++) {
        int stop = lanes.first[r * roadGrid.columns() + right + 1];
        for (int s = lanes.first[r * roadGrid.columns() + left]; s < stop; s++) {
          if (x < lanes.minX[s] - reach
              || x > lanes.maxX[s] + reach
              || y < lanes.minY[s] - reach
              || y > lanes.maxY[s] + reach) {
            continue;
          }
          if (lanes.order[s] >= end) {
            return nearest;
          }
          float distance = distance(s, x, y);
          if (difference(heading[s], b.heading[agent]) > Math.PI / 6) {
            distance += DETOUR;
          }
          // A lane at exactly the reach still counts; one exactly as far as the best so far does
          // not.
          if (distance < least || (nearest < 0 && distance == least)) {
            least = distance;
            reach = least + SLACK;
            nearest = s;
          }
        }
      }
      return nearest;
    }

    /// Distance from a place to a lane piece, metres.
    private float distance(int s, float x, float y) {
      float dx = lanes.x1[s] - lanes.x0[s];
      float dy = lanes.y1[s] - lanes.y0[s];
      float px = x - lanes.x0[s];
      float py = y - lanes.y0[s];
      float square = dx * dx + dy * dy;
      float t = square == 0 ? 0 : (px * dx + py * dy) / square;
      t = t < 0 ? 0 : t > 1 ? 1 : t;
      float offX = x - (lanes.x0[s] + t * dx);
      float offY = y - (lanes.y0[s] + t * dy);
      return (float) Math.sqrt(offX * offX + offY * offY);
    }

    /// Angle between two directions. The reference subtracts at most one turn, so that a body that
    /// has turned many times seems aligned with everything.
    private float difference(float direction, float heading) {
      if (!quirks) {
        return Math.abs(Angles.wrap(direction - heading));
      }
      float difference = Math.abs(direction - heading);
      return difference > Math.PI ? (float) (2 * Math.PI - difference) : difference;
    }
  }
}
