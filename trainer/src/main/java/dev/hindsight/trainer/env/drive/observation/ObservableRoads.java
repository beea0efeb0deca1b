package dev.hindsight.trainer.env.drive.observation;

import dev.hindsight.trainer.env.drive.simulation.RoadGrid;
import dev.hindsight.trainer.env.drive.simulation.RoadPieces;
import dev.hindsight.trainer.env.drive.simulation.RoadPolyline;
import java.util.Arrays;
import java.util.List;

/// The part of the road observed from each grid cell: the first pieces met on a spiral of cells
/// outward from it. Never written after construction.
///
/// Nearer cells come first; the pieces are not sorted by distance.
public final class ObservableRoads {
  /// Number of cells searched in each direction.
  private static final int RANGE = 10;

  /// Numbers per piece in [#pieces]; two are padding, so that no piece crosses a cache line.
  private static final int STRIDE = 8;

  /// First entry of each cell in [#seen], plus one entry at the end. `[cells + 1]`
  final int[] first;

  /// Pieces by cell, in the order of the observation: where each begins in [#pieces].
  final int[] seen;

  /// [#STRIDE] numbers per piece, stored together because they are read together: its middle (x, y;
  /// metres), its direction (a unit vector, (0, 0) for a piece without length), half its length and
  /// its type (0 lane, 1 line, 2 edge), the last two as observed.
  final float[] pieces;

  /// @param most the most pieces observed
  public ObservableRoads(List<RoadPolyline> lines, RoadGrid roadGrid, int most) {
    RoadPieces all = RoadPieces.of(lines, roadGrid, _ -> true);
    pieces = new float[all.count() * STRIDE];
    for (int i = 0; i < all.count(); i++) {
      describe(i, all, lines.get(all.line[i]).type());
    }
    first = new int[roadGrid.cells() + 1];
    int[] spiral = spiral();
    int[] found = new int[roadGrid.cells() * most];
    int total = 0;
    for (int cell = 0; cell < roadGrid.cells(); cell++) {
      total = collect(cell, roadGrid, spiral, all.first, found, total, total + most);
      first[cell + 1] = total;
    }
    seen = Arrays.copyOf(found, total);
  }

  private void describe(int i, RoadPieces all, int roadType) {
    float midX = (all.x0[i] + all.x1[i]) / 2;
    float midY = (all.y0[i] + all.y1[i]) / 2;
    float dx = all.x1[i] - midX;
    float dy = all.y1[i] - midY;
    float half = (float) Math.sqrt(dx * dx + dy * dy);
    int at = i * STRIDE;
    pieces[at] = midX;
    pieces[at + 1] = midY;
    pieces[at + 2] = half > 0 ? dx / half : dx;
    pieces[at + 3] = half > 0 ? dy / half : dy;
    pieces[at + 4] = half / DriveLayout.ROAD_LENGTH_UNIT;
    pieces[at + 5] = roadType - RoadPolyline.LANE;
  }

  private static int collect(
      int cell,
      RoadGrid roadGrid,
      int[] spiral,
      int[] firstPiece,
      int[] found,
      int from,
      int limit) {
    int count = from;
    int column = cell % roadGrid.columns();
    int row = cell / roadGrid.columns();
    for (int s = 0; s < spiral.length && count < limit; s += 2) {
      int c = column + spiral[s];
      int r = row + spiral[s + 1];
      if (c >= 0 && c < roadGrid.columns() && r >= 0 && r < roadGrid.rows()) {
        int there = r * roadGrid.columns() + c;
        for (int p = firstPiece[there]; p < firstPiece[there + 1] && count < limit; p++) {
          found[count++] = p * STRIDE;
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
