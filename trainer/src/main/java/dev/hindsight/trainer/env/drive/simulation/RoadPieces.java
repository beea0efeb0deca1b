package dev.hindsight.trainer.env.drive.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/// Pieces of polylines sorted by the grid cell that holds their middle, so that the cells of a grid
/// row are adjacent in memory. Never written after construction.
///
/// Within a cell they keep the order of the file, and every search visits cells in ascending order:
/// a piece's place in the scan is its [#order].
public final class RoadPieces {
  /// First piece of each cell, plus one entry at the end. `[cells + 1]`
  public final int[] first;

  public final float[] x0;
  public final float[] y0;
  public final float[] x1;
  public final float[] y1;
  final float[] minX;
  final float[] maxX;
  final float[] minY;
  final float[] maxY;

  /// Polyline of each piece.
  public final int[] line;

  /// Index of each piece within its polyline.
  final int[] piece;

  /// Place among the pieces of all types, in scan order.
  final int[] order;

  private RoadPieces(int[] first) {
    this.first = first;
    int n = first[first.length - 1];
    x0 = new float[n];
    y0 = new float[n];
    x1 = new float[n];
    y1 = new float[n];
    minX = new float[n];
    maxX = new float[n];
    minY = new float[n];
    maxY = new float[n];
    line = new int[n];
    piece = new int[n];
    order = new int[n];
  }

  /// The pieces of the polylines whose type passes. A piece whose middle is outside the grid is
  /// left out.
  public static RoadPieces of(List<RoadPolyline> lines, RoadGrid roadGrid, IntPredicate type) {
    int[] all = new int[roadGrid.cells() + 1];
    int[] first = new int[roadGrid.cells() + 1];
    List<int[]> places = new ArrayList<>();
    for (int l = 0; l < lines.size(); l++) {
      RoadPolyline line = lines.get(l);
      for (int i = 0; i + 1 < line.points(); i++) {
        int cell =
            roadGrid.cell((line.x()[i] + line.x()[i + 1]) / 2, (line.y()[i] + line.y()[i + 1]) / 2);
        if (cell != RoadGrid.OUTSIDE) {
          places.add(new int[] {cell, l, i});
          all[cell + 1]++;
          first[cell + 1] += type.test(line.type()) ? 1 : 0;
        }
      }
    }
    for (int cell = 0; cell < roadGrid.cells(); cell++) {
      all[cell + 1] += all[cell];
      first[cell + 1] += first[cell];
    }
    RoadPieces roadPieces = new RoadPieces(first);
    int[] next = first.clone();
    for (int[] place : places) {
      int order = all[place[0]]++;
      RoadPolyline line = lines.get(place[1]);
      if (type.test(line.type())) {
        roadPieces.put(next[place[0]]++, line, place[1], place[2], order);
      }
    }
    return roadPieces;
  }

  private void put(int at, RoadPolyline roadPolyline, int lineIndex, int i, int place) {
    x0[at] = roadPolyline.x()[i];
    y0[at] = roadPolyline.y()[i];
    x1[at] = roadPolyline.x()[i + 1];
    y1[at] = roadPolyline.y()[i + 1];
    minX[at] = Math.min(x0[at], x1[at]);
    maxX[at] = Math.max(x0[at], x1[at]);
    minY[at] = Math.min(y0[at], y1[at]);
    maxY[at] = Math.max(y0[at], y1[at]);
    line[at] = lineIndex;
    piece[at] = i;
    order[at] = place;
  }

  public int count() {
    return line.length;
  }
}
