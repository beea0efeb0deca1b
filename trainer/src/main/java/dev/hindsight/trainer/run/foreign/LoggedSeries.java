package dev.hindsight.trainer.run.foreign;

import java.util.Arrays;

/// The values of one metric in the order in which they were logged, with the step and the wall time
/// of each. One owner thread while it grows.
///
/// It keeps a bounded number of values: when there are too many, every second one is dropped, and
/// from then on every second new one. The newest is always there.
public final class LoggedSeries {
  /// The wall time of a log that does not have it.
  public static final double NO_TIME = Double.NaN;

  private long[] steps = new long[8];
  private double[] times = new double[8];
  private double[] values = new double[8];
  private int count;
  private int stride = 1;
  private long logged;
  private boolean pending;

  /// Number of kept values.
  public int count() {
    return count;
  }

  /// Number of values in the log, without those that were logged before training went back.
  public long logged() {
    return logged;
  }

  /// The step of a value, as the log has it.
  public long step(int index) {
    return steps[checked(index)];
  }

  /// Seconds since 1970 when a value was logged, or [#NO_TIME].
  public double time(int index) {
    return times[checked(index)];
  }

  /// A value.
  public double value(int index) {
    return values[checked(index)];
  }

  private int checked(int index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException(index);
    }
    return index;
  }

  void add(long step, double time, double value) {
    // The newest value is kept for now; the next one takes its place unless its turn had come.
    if (count > 0 && pending) {
      count--;
    }
    if (count == steps.length) {
      int larger = 2 * count;
      steps = Arrays.copyOf(steps, larger);
      times = Arrays.copyOf(times, larger);
      values = Arrays.copyOf(values, larger);
    }
    steps[count] = step;
    times[count] = time;
    values[count] = value;
    count++;
    pending = logged % stride != 0;
    logged++;
  }

  /// Drops every second value, but not the newest.
  void halve() {
    if (count < 4) {
      return;
    }
    int kept = 0;
    for (int i = 0; i < count; i += 2) {
      move(i, kept++);
    }
    boolean odd = (count - 1) % 2 != 0;
    if (odd) {
      move(count - 1, kept++);
    }
    count = kept;
    pending |= odd;
    stride *= 2;
  }

  private void move(int from, int to) {
    steps[to] = steps[from];
    times[to] = times[from];
    values[to] = values[from];
  }

  /// Drops what was logged of a step and later ones, because training went back before it.
  void cut(long step) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (steps[i] < step) {
        move(i, kept++);
      }
    }
    // Of a thinned series each kept value stands for as many as its stride.
    logged = Math.max(kept, logged - (long) (count - kept) * stride);
    count = kept;
    pending = false;
  }
}
