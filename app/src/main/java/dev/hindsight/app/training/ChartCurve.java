package dev.hindsight.app.training;

import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;

/// One curve of a chart: all its points, in order of x; it only ever grows. One owner thread.
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

  /// Adds a point at the end.
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

  /// Whether any of its points has a number.
  boolean measured() {
    return measured;
  }

  /// Sets a remark for the legend, besides the name.
  void remark(String words) {
    remark = words;
  }

  /// The text of the legend.
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

  /// The newest value at or before x; NaN if there is none.
  double at(double x) {
    int found = Arrays.binarySearch(xs, 0, count, x);
    int i = found >= 0 ? found : -found - 2;
    return i < 0 ? Double.NaN : ys[i];
  }

  /// The curve with at most 2 points per column: where there are more, the smallest and the largest
  /// of each column, so that no peak is lost in a long curve.
  ///
  /// @param columns width of the picture, above 0
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
