package dev.hindsight.trainer.env.excavation.picture;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Tone;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/// Marks of sets of tiles: few marks however many tiles, so that a tick is drawn fast.
///
/// @param size N, tiles along a side, rows downward
/// @param tile metres along a tile
record TileMarks(int size, float tile) {
  /// Fills a square in the middle of each tile of a set.
  ///
  /// @param side of the square, as a share of the tile; 0 for none
  void squares(IntToDoubleFunction side, Mark.Fill fill, Tone tone, List<Mark> marks) {
    corners(side, fill, tone, 0, marks);
  }

  /// Fills a diamond in the middle of each tile of a set.
  ///
  /// @param width of the diamond, as a share of the tile
  void diamonds(IntPredicate set, float width, Tone tone, List<Mark> marks) {
    corners(index -> set.test(index) ? width : 0, Mark.Fill.SOLID, tone, Math.PI / 4, marks);
  }

  /// One polygon around all squares. It goes to each from the same point and back the same way,
  /// which encloses nothing.
  private void corners(
      IntToDoubleFunction side, Mark.Fill fill, Tone tone, double turn, List<Mark> marks) {
    float[] xy = new float[12 * size * size];
    int count = 0;
    for (int index = 0; index < size * size; index++) {
      double wide = side.applyAsDouble(index);
      if (wide > 0) {
        double radius = wide * tile * (turn == 0 ? Math.sqrt(0.5) : 0.5);
        for (int corner = 0; corner <= 4; corner++) {
          double angle = turn + Math.PI / 4 + corner * Math.PI / 2;
          xy[count++] = x(index) + (float) (radius * Math.cos(angle));
          xy[count++] = y(index) + (float) (radius * Math.sin(angle));
        }
        // Back to the point that all squares share.
        xy[count++] = 0;
        xy[count++] = 0;
      }
    }
    if (count > 0) {
      marks.add(new Mark.Polygon(java.util.Arrays.copyOf(xy, count), fill, tone, MarkSubject.NONE));
    }
  }

  /// Draws a diagonal through each tile of a set.
  ///
  /// @param rises whether the diagonals rise to the right
  void hatch(IntPredicate set, boolean rises, Mark.Stroke stroke, Tone tone, List<Mark> marks) {
    float half = tile / 2;
    float up = rises ? half : -half;
    for (int index = 0; index < size * size; index++) {
      if (set.test(index)) {
        float x = x(index);
        float y = y(index);
        line(stroke, tone, marks, x - half, y - up, x + half, y + up);
      }
    }
  }

  /// Draws the boundary of a set of tiles.
  void outline(IntPredicate set, Mark.Stroke stroke, Tone tone, List<Mark> marks) {
    for (int edge = 0; edge <= size; edge++) {
      int beside = edge;
      along(at -> differs(set, beside - 1, at, beside, at), edge, true, stroke, tone, marks);
      along(at -> differs(set, at, beside - 1, at, beside), edge, false, stroke, tone, marks);
    }
  }

  private boolean differs(IntPredicate set, int row, int column, int otherRow, int otherColumn) {
    return holds(set, row, column) != holds(set, otherRow, otherColumn);
  }

  private boolean holds(IntPredicate set, int row, int column) {
    return row >= 0 && row < size && column >= 0 && column < size && set.test(row * size + column);
  }

  private void along(
      IntPredicate drawn,
      int edge,
      boolean horizontal,
      Mark.Stroke stroke,
      Tone tone,
      List<Mark> marks) {
    int from = -1;
    for (int at = 0; at <= size; at++) {
      boolean here = at < size && drawn.test(at);
      if (here && from < 0) {
        from = at;
      } else if (!here && from >= 0) {
        if (horizontal) {
          float y = (size - edge) * tile;
          line(stroke, tone, marks, from * tile, y, at * tile, y);
        } else {
          float x = edge * tile;
          line(stroke, tone, marks, x, (size - from) * tile, x, (size - at) * tile);
        }
        from = -1;
      }
    }
  }

  /// The middle of a tile, to the right.
  float x(int index) {
    return (index % size + 0.5f) * tile;
  }

  /// The middle of a tile, up.
  float y(int index) {
    return (size - index / size - 0.5f) * tile;
  }

  private static void line(Mark.Stroke stroke, Tone tone, List<Mark> marks, float... xy) {
    marks.add(new Mark.Polyline(xy, stroke, tone, MarkSubject.NONE));
  }
}
