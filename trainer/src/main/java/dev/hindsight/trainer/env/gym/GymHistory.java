package dev.hindsight.trainer.env.gym;

import java.util.Arrays;

/// The actions of a world since its reset, as they were sent. One owner thread.
final class GymHistory {
  private static final int FIRST = 64;

  private final int width;
  private double[] rows;
  private int count;

  /// @param width numbers of a row
  GymHistory(int width) {
    this.width = width;
    rows = new double[FIRST * width];
  }

  private GymHistory(int width, double[] rows, int count) {
    this.width = width;
    this.rows = rows;
    this.count = count;
  }

  /// Number of rows.
  int size() {
    return count;
  }

  /// Adds a row.
  void add(double[] row) {
    if ((count + 1) * width > rows.length) {
      rows = Arrays.copyOf(rows, Math.max(2 * rows.length, width));
    }
    System.arraycopy(row, 0, rows, count * width, width);
    count++;
  }

  /// Reads a row.
  void read(int index, double[] row) {
    System.arraycopy(rows, index * width, row, 0, width);
  }

  /// A copy, which later rows do not change.
  GymHistory copy() {
    return new GymHistory(width, Arrays.copyOf(rows, count * width), count);
  }
}
