package dev.hindsight.trainer.env.drive.simulation;

/// The lane rule of the adaptive fork (after GIGAFLOW: Cusumano-Towner et al., 2025): the lane that
/// fits best in distance and direction, if it beats the lane followed so far by a margin. Hot loop:
/// no allocation; one owner thread.
final class FollowedLane implements LaneRule {
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
