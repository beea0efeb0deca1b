package dev.hindsight.trainer.env.drive.simulation;

import java.util.List;

/// The lane rule of PufferDrive 2.0: the nearest lane piece, with three metres added for a piece in
/// another direction. Hot loop: no allocation; any thread.
final class NearestLane implements LaneRule {
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
    return quirks ? Angles.wrapOnce((a + b) / 2) : Angles.wrapOnce(a + Angles.wrapOnce(b - a) / 2);
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
        // A lane at exactly the reach still counts; one exactly as far as the best so far does not.
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
