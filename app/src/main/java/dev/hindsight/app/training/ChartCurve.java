package dev.hindsight.app.training;

import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;

/// One line of a chart: all its points, in order of x; it only ever grows. One owner thread.
final class ChartCurve {
  private final String name;
  private double[] xs = new double[64];
  private double[] ys = new double[64];
  private MinMaxPyramid minMaxPyramid = MinMaxPyramid.of(_ -> Double.NaN, 0, new Cancellation());
  private int count;
  private boolean measured;
  private String remark = "";

  ChartCurve(String name) {
    this.name = name;
  }

  /// Adds a point behind the others.
  ///
  /// @param y NaN leaves a gap
  void add(double x, double y) {
    if (count == xs.length) {
      xs = Arrays.copyOf(xs, 2 * count);
      ys = Arrays.copyOf(ys, 2 * count);
    }
    xs[count] = x;
    ys[count] = y;
    count++;
    measured |= Double.isFinite(y);
  }

  /// Whether any of its points holds a number.
  boolean measured() {
    return measured;
  }

  /// Something the legend says besides the name, as of now.
  void remark(String words) {
    remark = words;
  }

  /// The words of the legend.
  String legend() {
    return remark.isEmpty() ? name : name + " · " + remark;
  }

  String name() {
    return name;
  }

  int count() {
    return count;
  }

  double x(int i) {
    return xs[i];
  }

  double y(int i) {
    return ys[i];
  }

  /// The newest value at or before x; NaN where there is none.
  double at(double x) {
    int found = Arrays.binarySearch(xs, 0, count, x);
    int i = found >= 0 ? found : -found - 2;
    return i < 0 ? Double.NaN : ys[i];
  }

  /// The line in at most 2 points a column: where there are more, the least and the largest of each
  /// column, so that no peak is lost, however long the line.
  ///
  /// @param columns that the picture is wide, above 0
  /// @return [x..., y...] in two arrays
  double[][] envelope(int columns) {
    if (count <= 2 * columns) {
      return new double[][] {Arrays.copyOf(xs, count), Arrays.copyOf(ys, count)};
    }
    minMaxPyramid = minMaxPyramid.extended(i -> ys[i], count, new Cancellation());
    double[] x = new double[2 * columns];
    double[] y = new double[2 * columns];
    for (int column = 0; column < columns; column++) {
      int from = (int) ((long) count * column / columns);
      int to = (int) ((long) count * (column + 1) / columns);
      float least = minMaxPyramid.least(from, to);
      float most = minMaxPyramid.most(from, to);
      x[2 * column] = xs[from];
      x[2 * column + 1] = xs[from];
      y[2 * column] = least > most ? Double.NaN : least;
      y[2 * column + 1] = least > most ? Double.NaN : most;
    }
    return new double[][] {x, y};
  }
}
