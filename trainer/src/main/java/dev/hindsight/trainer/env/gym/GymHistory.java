package dev.hindsight.trainer.env.gym;

import java.util.Arrays;

/// The actions of a world since its reset, as they were sent. A copy costs nothing: copies share
/// the rows that they have in common, and one that goes another way takes its own from there. Each
/// has one owner thread; those that share rows may have different ones.
final class GymHistory {
  private static final int FIRST = 64;

  private Rows rows;
  private int count;

  /// Rows that some histories begin with.
  private static final class Rows {
    private final int width;
    private double[] numbers;
    private int count;

    private Rows(int width, double[] numbers, int count) {
      this.width = width;
      this.numbers = numbers;
      this.count = count;
    }

    /// Makes a row the next one after some; false if another one follows them.
    private synchronized boolean holds(int index, double[] row) {
      int from = index * width;
      if (index < count) {
        return Arrays.equals(numbers, from, from + width, row, 0, width);
      }
      if (from + width > numbers.length) {
        numbers = Arrays.copyOf(numbers, Math.max(2 * numbers.length, width));
      }
      System.arraycopy(row, 0, numbers, from, width);
      count++;
      return true;
    }

    private synchronized void read(int index, double[] row) {
      System.arraycopy(numbers, index * width, row, 0, width);
    }

    private synchronized Rows first(int some) {
      return new Rows(width, Arrays.copyOf(numbers, some * width), some);
    }
  }

  /// @param width numbers of a row
  GymHistory(int width) {
    this(new Rows(width, new double[FIRST * width], 0), 0);
  }

  private GymHistory(Rows rows, int count) {
    this.rows = rows;
    this.count = count;
  }

  /// Number of rows.
  int size() {
    return count;
  }

  /// Adds a row.
  void add(double[] row) {
    if (!rows.holds(count, row)) {
      rows = rows.first(count);
      boolean _ = rows.holds(count, row);
    }
    count++;
  }

  /// Reads a row.
  void read(int index, double[] row) {
    rows.read(index, row);
  }

  /// A copy, which later rows do not change.
  GymHistory copy() {
    return new GymHistory(rows, count);
  }

  /// Whether another history takes no memory of its own beside this one, for tests.
  boolean shares(GymHistory other) {
    return rows == other.rows;
  }
}
