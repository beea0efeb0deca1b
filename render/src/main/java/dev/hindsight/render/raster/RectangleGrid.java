package dev.hindsight.render.raster;

import java.util.Arrays;

/// Rectangles over a picture, numbered from 0, and how much of another one they cover: the picture
/// is divided into square cells, each with the rectangles that touch it, so that a question costs
/// as much as there is nearby and not as much as there is. All in device pixels. Allocates nothing
/// once it is large enough; one owner thread.
final class RectangleGrid {
  /// Side of a cell: about the height of a label.
  private static final int CELL = 32;

  private int columns = 1;
  private int rows = 1;

  /// `x, y, width, height` of each rectangle.
  private double[] rectangles = new double[256];

  private int count;

  /// The rectangles of each cell, in ascending order.
  private int[][] cells = {new int[8]};

  private int[] cellCounts = new int[1];

  /// The question in which each rectangle was last counted, so that it counts once.
  private int[] countedIn = new int[64];

  private int question;

  /// Removes all rectangles.
  ///
  /// @param width of the picture; what lies outside counts to the cells at its edge
  void begin(double width, double height) {
    columns = 1 + (int) (width / CELL);
    rows = 1 + (int) (height / CELL);
    int needed = columns * rows;
    int existing = cells.length;
    if (existing < needed) {
      cells = Arrays.copyOf(cells, needed);
      Arrays.fill(cells, existing, needed, new int[0]);
      cellCounts = Arrays.copyOf(cellCounts, needed);
    }
    shrink(0);
  }

  int count() {
    return count;
  }

  /// Adds a rectangle with the next number.
  void add(double x, double y, double width, double height) {
    if (4 * count == rectangles.length) {
      rectangles = Arrays.copyOf(rectangles, 2 * rectangles.length);
      countedIn = Arrays.copyOf(countedIn, 2 * countedIn.length);
    }
    rectangles[4 * count] = x;
    rectangles[4 * count + 1] = y;
    rectangles[4 * count + 2] = width;
    rectangles[4 * count + 3] = height;
    int right = column(x + width);
    int bottom = row(y + height);
    for (int row = row(y); row <= bottom; row++) {
      for (int column = column(x); column <= right; column++) {
        put(row * columns + column, count);
      }
    }
    count++;
  }

  private void put(int cell, int rectangle) {
    if (cellCounts[cell] == cells[cell].length) {
      cells[cell] = Arrays.copyOf(cells[cell], Math.max(8, 2 * cells[cell].length));
    }
    cells[cell][cellCounts[cell]++] = rectangle;
  }

  /// Removes all rectangles but the first ones.
  void shrink(int remaining) {
    count = remaining;
    for (int cell = 0; cell < cellCounts.length; cell++) {
      while (cellCounts[cell] > 0 && cells[cell][cellCounts[cell] - 1] >= remaining) {
        cellCounts[cell]--;
      }
    }
  }

  /// The area of a rectangle that others cover, in square pixels; what several cover counts for
  /// each of them. The computation stops at `enough`.
  ///
  /// @param except the number of a rectangle that does not count, negative if all do
  double covered(double x, double y, double width, double height, int except, double enough) {
    question++;
    double covered = 0;
    int left = column(x);
    int right = column(x + width);
    int bottom = row(y + height);
    for (int row = row(y); row <= bottom; row++) {
      for (int column = left; column <= right; column++) {
        int cell = row * columns + column;
        int[] rectanglesHere = cells[cell];
        int here = cellCounts[cell];
        for (int i = 0; i < here; i++) {
          int rectangle = rectanglesHere[i];
          if (countedIn[rectangle] != question && rectangle != except) {
            countedIn[rectangle] = question;
            covered += shared(rectangle, x, y, width, height);
            if (covered >= enough) {
              return covered;
            }
          }
        }
      }
    }
    return covered;
  }

  /// Area that a rectangle shares with another one, in square pixels.
  double shared(int rectangle, double x, double y, double width, double height) {
    int at = 4 * rectangle;
    return overlap(
        x,
        y,
        width,
        height,
        rectangles[at],
        rectangles[at + 1],
        rectangles[at + 2],
        rectangles[at + 3]);
  }

  /// Area that two rectangles share, in square pixels.
  static double overlap(
      double x0, double y0, double w0, double h0, double x1, double y1, double w1, double h1) {
    double across = Math.min(x0 + w0, x1 + w1) - Math.max(x0, x1);
    if (across <= 0) {
      return 0;
    }
    double down = Math.min(y0 + h0, y1 + h1) - Math.max(y0, y1);
    return down > 0 ? across * down : 0;
  }

  private int column(double x) {
    return Math.clamp((int) x / CELL, 0, columns - 1);
  }

  private int row(double y) {
    return Math.clamp((int) y / CELL, 0, rows - 1);
  }
}
