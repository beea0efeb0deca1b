package dev.hindsight.trainer.env.drive.simulation;

/// Whether a body's outline crosses a road edge. Hot loop: no allocation; one owner thread.
public final class OffroadDetector {
  /// Result of [#firstCrossing] for a body that crosses no edge.
  public static final int NONE = Integer.MAX_VALUE;

  /// Margin in metres of the quick test, which rounds differently from the exact one.
  private static final float SLACK = 0.01f;

  private final RoadGrid roadGrid;
  private final RoadPieces edges;

  /// Corners of the checked body, in order around it, the first repeated.
  private final float[] cornerX = new float[5];

  private final float[] cornerY = new float[5];

  /// @param edges only pieces of road edges
  OffroadDetector(RoadGrid roadGrid, RoadPieces edges) {
    this.roadGrid = roadGrid;
    this.edges = edges;
  }

  /// Place in the scan of the first road edge that crosses a side of the body, or [#NONE]. Outside
  /// the grid there is none.
  int firstCrossing(Bodies b, int body, float halfLength, float halfWidth) {
    int cell = roadGrid.cell(b.x[body], b.y[body]);
    if (cell == RoadGrid.OUTSIDE) {
      return NONE;
    }
    corners(b, body, halfLength, halfWidth);
    float reachX = extent(b.cos[body], b.sin[body], halfLength, halfWidth);
    float reachY = extent(b.sin[body], b.cos[body], halfLength, halfWidth);
    float minX = b.x[body] - reachX;
    float maxX = b.x[body] + reachX;
    float minY = b.y[body] - reachY;
    float maxY = b.y[body] + reachY;
    int row = cell / roadGrid.columns();
    int left = RoadGrid.left(cell % roadGrid.columns());
    int right = roadGrid.right(cell % roadGrid.columns());
    for (int r = RoadGrid.bottom(row); r <= roadGrid.top(row); r++) {
      int end = edges.first[r * roadGrid.columns() + right + 1];
      for (int e = edges.first[r * roadGrid.columns() + left]; e < end; e++) {
        if (edges.minX[e] <= maxX
            && edges.maxX[e] >= minX
            && edges.minY[e] <= maxY
            && edges.maxY[e] >= minY
            && crossesSide(e)) {
          return edges.order[e];
        }
      }
    }
    return NONE;
  }

  private static float extent(float along, float across, float halfLength, float halfWidth) {
    return Math.abs(along) * halfLength + Math.abs(across) * halfWidth + SLACK;
  }

  private void corners(Bodies b, int body, float halfLength, float halfWidth) {
    corner(0, b, body, -halfLength, halfWidth);
    corner(1, b, body, halfLength, halfWidth);
    corner(2, b, body, halfLength, -halfWidth);
    corner(3, b, body, -halfLength, -halfWidth);
    cornerX[4] = cornerX[0];
    cornerY[4] = cornerY[0];
  }

  private void corner(int k, Bodies b, int body, float along, float across) {
    cornerX[k] = b.x[body] + (along * b.cos[body] - across * b.sin[body]);
    cornerY[k] = b.y[body] + (along * b.sin[body] + across * b.cos[body]);
  }

  private boolean crossesSide(int edge) {
    for (int k = 0; k < 4; k++) {
      if (crosses(edge, cornerX[k], cornerY[k], cornerX[k + 1], cornerY[k + 1])) {
        return true;
      }
    }
    return false;
  }

  /// Whether the side from (px, py) to (qx, qy) meets an edge, end points included; parallel lines
  /// do not meet.
  private boolean crosses(int e, float px, float py, float qx, float qy) {
    if (Math.max(px, qx) < edges.minX[e]
        || Math.min(px, qx) > edges.maxX[e]
        || Math.max(py, qy) < edges.minY[e]
        || Math.min(py, qy) > edges.maxY[e]) {
      return false;
    }
    float sideX = qx - px;
    float sideY = qy - py;
    float edgeX = edges.x1[e] - edges.x0[e];
    float edgeY = edges.y1[e] - edges.y0[e];
    float cross = sideX * edgeY - sideY * edgeX;
    if (cross == 0) {
      return false;
    }
    float dx = px - edges.x0[e];
    float dy = py - edges.y0[e];
    float alongEdge = (sideX * dy - sideY * dx) / cross;
    float alongSide = (edgeX * dy - edgeY * dx) / cross;
    return alongEdge >= 0 && alongEdge <= 1 && alongSide >= 0 && alongSide <= 1;
  }
}
