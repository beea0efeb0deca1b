package dev.hindsight.trainer.env.drive.simulation;

import static dev.hindsight.trainer.env.drive.simulation.MapFrame.NOWHERE;

import java.util.List;

/// Square cells over the bounding box of all lanes, lines and edges; row 0 is at the bottom.
///
/// @param minX left edge, metres
/// @param maxX right edge
/// @param minY bottom edge
/// @param maxY top edge
public record RoadGrid(float minX, float maxX, float minY, float maxY, int columns, int rows) {
  /// Side of a cell in metres.
  static final float CELL = 5;

  /// Neighbouring cells searched in each direction for edges and lanes.
  private static final int NEIGHBOURS = 2;

  /// Cell of a place outside the grid.
  public static final int OUTSIDE = -1;

  public static RoadGrid over(List<RoadPolyline> lines) {
    float minX = Float.POSITIVE_INFINITY;
    float maxX = Float.NEGATIVE_INFINITY;
    float minY = Float.POSITIVE_INFINITY;
    float maxY = Float.NEGATIVE_INFINITY;
    for (RoadPolyline line : lines) {
      for (int p = 0; p < line.points(); p++) {
        if (line.x()[p] != NOWHERE && line.y()[p] != NOWHERE) {
          minX = Math.min(minX, line.x()[p]);
          maxX = Math.max(maxX, line.x()[p]);
          minY = Math.min(minY, line.y()[p]);
          maxY = Math.max(maxY, line.y()[p]);
        }
      }
    }
    boolean empty = !(minX < maxX && minY < maxY);
    int columns = empty ? 0 : (int) Math.ceil((maxX - minX) / CELL);
    int rows = empty ? 0 : (int) Math.ceil((maxY - minY) / CELL);
    return new RoadGrid(minX, maxX, minY, maxY, columns, rows);
  }

  /// Number of cells.
  public int cells() {
    return columns * rows;
  }

  /// The cell of a place, or [#OUTSIDE].
  ///
  /// Truncates toward zero as the reference does: up to one cell left of and below the grid still
  /// counts as its first column and row.
  public int cell(float x, float y) {
    int column = (int) ((x - minX) / CELL);
    int row = (int) ((y - minY) / CELL);
    boolean inside = column >= 0 && column < columns && row >= 0 && row < rows;
    return inside ? row * columns + column : OUTSIDE;
  }

  /// First column of the neighbourhood of a column.
  static int left(int column) {
    return Math.max(0, column - NEIGHBOURS);
  }

  /// Last column of the neighbourhood of a column.
  int right(int column) {
    return Math.min(columns - 1, column + NEIGHBOURS);
  }

  /// First row of the neighbourhood of a row.
  static int bottom(int row) {
    return Math.max(0, row - NEIGHBOURS);
  }

  /// Last row of the neighbourhood of a row.
  int top(int row) {
    return Math.min(rows - 1, row + NEIGHBOURS);
  }
}
