package dev.hindsight.render.raster;

import java.util.Arrays;

/// Rectangles over a picture, numbered from 0, and which of them may share area with another one:
/// the picture is divided into square cells, each with the rectangles that touch it, so that a
/// question costs as much as there is nearby and not as much as there is. All in device pixels.
/// Allocates nothing once it is large enough; one owner thread.
final class RectangleGrid {
  /// Side of a cell: about the width of a label.
  private static final int CELL = 64;

  private int columns = 1;
  private int rows = 1;

  /// `x, y, width, height` of each rectangle.
  private double[] rectangles = new double[256];

  private int count;

  /// The rectangles of each cell, in ascending order.
  private int[][] cells = {new int[8]};

  private int[] cellCounts = new int[1];

  /// The question in which each rectangle was last found, so that it is found once.
  private int[] foundIn = new int[64];

  private int question;
  private int[] found = new int[64];

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
      foundIn = Arrays.copyOf(foundIn, 2 * foundIn.length);
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

  /// Finds the rectangles that may share area with this one: all that do, and some neighbours.
  ///
  /// @return how many; [#found] has their numbers until the next question
  int near(double x, double y, double width, double height) {
    question++;
    int nearby = 0;
    int right = column(x + width);
    int bottom = row(y + height);
    for (int row = row(y); row <= bottom; row++) {
      for (int column = column(x); column <= right; column++) {
        int cell = row * columns + column;
        for (int i = 0; i < cellCounts[cell]; i++) {
          int rectangle = cells[cell][i];
          if (foundIn[rectangle] != question) {
            foundIn[rectangle] = question;
            if (nearby == found.length) {
              found = Arrays.copyOf(found, 2 * nearby);
            }
            found[nearby++] = rectangle;
          }
        }
      }
    }
    // Sums of floating-point numbers depend on their order, which must not depend on the cells.
    Arrays.sort(found, 0, nearby);
    return nearby;
  }

  /// The number of a rectangle that was found; ascending.
  int found(int index) {
    return found[index];
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
    return (int) Math.clamp(Math.floor(x / CELL), 0.0, columns - 1.0);
  }

  private int row(double y) {
    return (int) Math.clamp(Math.floor(y / CELL), 0.0, rows - 1.0);
  }
}
