package dev.hindsight.trainer.env.drive;

import java.util.Arrays;
import java.util.List;

/// What of the road is observed from each grid cell: the first pieces met on a spiral of cells
/// outward from it. Never written after construction.
///
/// Nearer cells come first; the pieces are not sorted by distance.
final class Surroundings {
  /// Cells looked at in each direction.
  private static final int RANGE = 10;

  /// First entry of each cell in [#seen]; one more at the end. `[cells + 1]`
  final int[] first;

  /// Pieces by cell, in the order they are observed: indices into the arrays below.
  final int[] seen;

  /// Middle of a piece, metres.
  final float[] midX;

  final float[] midY;

  /// Its direction, a unit vector; (0, 0) for a piece without length.
  final float[] cos;

  final float[] sin;

  /// Half its length, as observed.
  final float[] halfLength;

  /// Its type, as observed: 0 lane, 1 line, 2 edge.
  final float[] type;

  /// @param most pieces observed at most
  Surroundings(List<Polyline> lines, Grid grid, int most) {
    Segments pieces = Segments.of(lines, grid, _ -> true);
    int n = pieces.count();
    midX = new float[n];
    midY = new float[n];
    cos = new float[n];
    sin = new float[n];
    halfLength = new float[n];
    type = new float[n];
    for (int i = 0; i < n; i++) {
      describe(i, pieces, lines.get(pieces.line[i]).type());
    }
    first = new int[grid.cells() + 1];
    int[] spiral = spiral();
    int[] found = new int[grid.cells() * most];
    int total = 0;
    for (int cell = 0; cell < grid.cells(); cell++) {
      total = collect(cell, grid, spiral, pieces.first, found, total, total + most);
      first[cell + 1] = total;
    }
    seen = Arrays.copyOf(found, total);
  }

  private void describe(int i, Segments pieces, int roadType) {
    midX[i] = (pieces.x0[i] + pieces.x1[i]) / 2;
    midY[i] = (pieces.y0[i] + pieces.y1[i]) / 2;
    float dx = pieces.x1[i] - midX[i];
    float dy = pieces.y1[i] - midY[i];
    float half = (float) Math.sqrt(dx * dx + dy * dy);
    cos[i] = half > 0 ? dx / half : dx;
    sin[i] = half > 0 ? dy / half : dy;
    halfLength[i] = half / DriveLayout.ROAD_LENGTH_UNIT;
    type[i] = roadType - Polyline.LANE;
  }

  private static int collect(
      int cell, Grid grid, int[] spiral, int[] firstPiece, int[] found, int from, int limit) {
    int count = from;
    int column = cell % grid.columns();
    int row = cell / grid.columns();
    for (int s = 0; s < spiral.length && count < limit; s += 2) {
      int c = column + spiral[s];
      int r = row + spiral[s + 1];
      if (c >= 0 && c < grid.columns() && r >= 0 && r < grid.rows()) {
        int there = r * grid.columns() + c;
        for (int p = firstPiece[there]; p < firstPiece[there + 1] && count < limit; p++) {
          found[count++] = p;
        }
      }
    }
    return count;
  }

  /// Offsets (column, row) outward from the middle: right 1, up 1, left 2, down 2, right 3, ...
  private static int[] spiral() {
    int side = 2 * RANGE + 1;
    int[] offsets = new int[2 * side * side];
    int x = 0;
    int y = 0;
    int dx = 1;
    int dy = 0;
    int at = 2;
    for (int leg = 0; at < offsets.length; leg++) {
      for (int step = 0; step <= leg / 2 && at < offsets.length; step++) {
        x += dx;
        y += dy;
        offsets[at++] = x;
        offsets[at++] = y;
      }
      int turned = -dy;
      dy = dx;
      dx = turned;
    }
    return offsets;
  }
}
