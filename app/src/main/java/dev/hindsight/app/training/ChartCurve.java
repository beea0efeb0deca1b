package dev.hindsight.app.training;

import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.Optional;

/// One curve of a chart: all its points, in the order of the updates, and for a mean the interval
/// around each; it only ever grows. One owner thread.
final class ChartCurve {
  private final String name;
  private final RunClock clock;
  private final Numbers values = new Numbers();
  private final Numbers lows = new Numbers();
  private final Numbers highs = new Numbers();
  private int[] rows = new int[64];
  private boolean measured;
  private boolean banded;
  private String remark = "";

  /// Points to draw.
  ///
  /// @param x of each point, ascending
  /// @param y of each point; NaN is a gap
  record Points(double[] x, double[] y) {}

  /// The rows of a curve that are within a range of x, with a neighbour on either side.
  private record Rows(int from, int to) {
    int count() {
      return to - from;
    }
  }

  ChartCurve(String name, RunClock clock) {
    this.name = name;
    this.clock = clock;
  }

  /// Adds a point at the end.
  ///
  /// @param row of the clock
  /// @param y NaN leaves a gap
  void add(int row, double y) {
    add(row, y, Double.NaN, Double.NaN);
  }

  /// Adds a point with an interval.
  ///
  /// @param low NaN if it has none
  /// @param high NaN if it has none
  void add(int row, double y, double low, double high) {
    int count = values.count;
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, 2 * count);
    }
    rows[count] = row;
    values.add(y);
    lows.add(low);
    highs.add(high);
    measured |= Double.isFinite(y);
    banded |= Double.isFinite(low);
  }

  /// Whether any of its points has a number.
  boolean measured() {
    return measured;
  }

  /// Whether any of its points has an interval.
  boolean banded() {
    return banded;
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
    return values.count;
  }

  double x(ChartAxis axis, int i) {
    return clock.at(axis, rows[i]);
  }

  double y(int i) {
    return values.raw[i];
  }

  /// The values after smoothing.
  ///
  /// @param factor from 0, the values themselves, to less than 1
  /// @return only read it; at least [#count] numbers
  double[] smoothed(double factor) {
    return values.smoothed(factor);
  }

  /// The index of the newest point at or before x; -1 if there is none.
  int indexAt(ChartAxis axis, double x) {
    return firstBeyond(axis, x) - 1;
  }

  /// Whether its run ended before x: what was measured last does not count there.
  boolean endsBefore(ChartAxis axis, double x) {
    if (clock.count() == 0) {
      return true;
    }
    double end = clock.at(axis, clock.count() - 1);
    return axis == ChartAxis.UPDATES ? x >= end + 0.5 : x > end;
  }

  /// The interval at a point.
  ///
  /// @return low and high; empty if it has none
  Optional<double[]> interval(int i) {
    return Double.isFinite(lows.raw[i])
        ? Optional.of(new double[] {lows.raw[i], highs.raw[i]})
        : Optional.empty();
  }

  /// The number of points within a range of x whose value is 0 or less, which a logarithmic scale
  /// cannot show.
  int notPositive(ChartRange range, double factor) {
    double[] y = smoothed(factor);
    int found = 0;
    for (int i = 0; i < count(); i++) {
      if (y[i] <= 0 && range.has(x(range.axis(), i))) {
        found++;
      }
    }
    return found;
  }

  /// The curve, with gaps where a number is not finite, and at most 2 points per column: where
  /// there are more, the smallest and the largest of each column, so that no peak is lost in a long
  /// curve.
  ///
  /// @param columns width of the picture, above 0
  Points envelope(ChartRange range, double factor, int columns) {
    Rows shown = rows(range);
    if (shown.count() <= 2 * columns) {
      return new Points(xs(range.axis(), shown), finite(smoothed(factor), shown));
    }
    MinMaxPyramid pyramid = values.pyramid(factor);
    double[] x = new double[2 * columns];
    double[] y = new double[2 * columns];
    for (int column = 0; column < columns; column++) {
      int from = first(shown, columns, column);
      int to = first(shown, columns, column + 1);
      float least = pyramid.least(from, to);
      float most = pyramid.most(from, to);
      x[2 * column] = x(range.axis(), from);
      x[2 * column + 1] = x(range.axis(), from);
      y[2 * column] = least > most ? Double.NaN : least;
      y[2 * column + 1] = least > most ? Double.NaN : most;
    }
    return new Points(x, y);
  }

  /// The interval around the curve, as its lower and its upper edge; at most one point of each per
  /// column, which contains every interval of its column.
  Optional<Edges> band(ChartRange range, double factor, int columns) {
    if (!banded) {
      return Optional.empty();
    }
    Rows shown = rows(range);
    if (shown.count() <= columns) {
      return Optional.of(
          new Edges(
              xs(range.axis(), shown),
              finite(lows.smoothed(factor), shown),
              finite(highs.smoothed(factor), shown)));
    }
    double[] x = new double[columns];
    double[] low = new double[columns];
    double[] high = new double[columns];
    for (int column = 0; column < columns; column++) {
      int from = first(shown, columns, column);
      int to = first(shown, columns, column + 1);
      float least = lows.pyramid(factor).least(from, to);
      float most = highs.pyramid(factor).most(from, to);
      x[column] = x(range.axis(), from);
      low[column] = least > most ? Double.NaN : least;
      high[column] = least > most ? Double.NaN : most;
    }
    return Optional.of(new Edges(x, low, high));
  }

  /// The edges of a band.
  ///
  /// @param x of each point, ascending
  /// @param low NaN where there is no interval
  /// @param high NaN where there is no interval
  record Edges(double[] x, double[] low, double[] high) {}

  /// The numbers of some rows, with gaps in place of infinite ones: an axis cannot reach infinity.
  private static double[] finite(double[] numbers, Rows shown) {
    double[] finite = Arrays.copyOfRange(numbers, shown.from(), shown.to());
    for (int i = 0; i < finite.length; i++) {
      finite[i] = Double.isFinite(finite[i]) ? finite[i] : Double.NaN;
    }
    return finite;
  }

  private static int first(Rows shown, int columns, int column) {
    return shown.from() + (int) ((long) shown.count() * column / columns);
  }

  private Rows rows(ChartRange range) {
    int from = firstBeyond(range.axis(), Math.nextDown(range.from()));
    int to = firstBeyond(range.axis(), range.to());
    return new Rows(Math.max(0, from - 1), Math.min(count(), to + 1));
  }

  private double[] xs(ChartAxis axis, Rows shown) {
    double[] x = new double[shown.count()];
    Arrays.setAll(x, i -> x(axis, shown.from() + i));
    return x;
  }

  /// The index of the first point beyond x; [#count] if there is none.
  private int firstBeyond(ChartAxis axis, double x) {
    int low = 0;
    int high = count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (x(axis, middle) <= x) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// Numbers that grow, with the smoothed ones of the factor that was last asked for.
  private static final class Numbers {
    private static final MinMaxPyramid NONE =
        MinMaxPyramid.of(_ -> Double.NaN, 0, new Cancellation());

    private double[] raw = new double[64];
    private int count;
    private MinMaxPyramid rawPyramid = NONE;
    private double[] smooth = new double[0];
    private MinMaxPyramid smoothPyramid = NONE;
    private double factor;
    private int smoothCount;
    private double sum;
    private double weight;

    void add(double value) {
      if (count == raw.length) {
        raw = Arrays.copyOf(raw, 2 * count);
      }
      raw[count++] = value;
    }

    /// Exponential smoothing as TensorBoard computes it: a mean in which a value counts `asked`
    /// times as much as the next one, corrected for the missing past, so that it begins at the
    /// first value. Gaps stay gaps.
    double[] smoothed(double asked) {
      if (asked == 0) {
        return raw;
      }
      if (asked != factor) {
        factor = asked;
        smoothCount = 0;
        sum = 0;
        weight = 0;
        smoothPyramid = NONE;
        smooth = new double[raw.length];
      }
      if (smooth.length < count) {
        smooth = Arrays.copyOf(smooth, raw.length);
      }
      for (; smoothCount < count; smoothCount++) {
        double value = raw[smoothCount];
        if (Double.isFinite(value)) {
          sum = factor * sum + (1 - factor) * value;
          weight = factor * weight + (1 - factor);
          smooth[smoothCount] = sum / weight;
        } else {
          smooth[smoothCount] = Double.NaN;
        }
      }
      return smooth;
    }

    MinMaxPyramid pyramid(double asked) {
      double[] numbers = smoothed(asked);
      if (asked == 0) {
        rawPyramid = rawPyramid.extended(i -> drawn(numbers[i]), count, new Cancellation());
        return rawPyramid;
      }
      smoothPyramid = smoothPyramid.extended(i -> drawn(numbers[i]), count, new Cancellation());
      return smoothPyramid;
    }

    /// A number as the pyramid's floats hold it; NaN if they cannot.
    private static double drawn(double number) {
      return Float.isFinite((float) number) ? number : Double.NaN;
    }
  }
}
