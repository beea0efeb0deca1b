package dev.hindsight.inspector.series;

import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/// The smallest and largest value of any span of a series: exact at every zoom, nothing is sampled.
/// [#columns] is a hot loop and allocates nothing.
///
/// Level 0 is the series, as floats; an element of level k holds the smallest and largest of 4^k of
/// them, and exists only once all of them do. A query combines the largest elements that fit into
/// the span, which takes time logarithmic in its length.
///
/// Immutable, for any thread. An extended pyramid shares memory with the one it grew from: memory
/// is written only once.
public final class MinMaxPyramid {
  private static final int BITS = 2;
  private static final int CHECK_EVERY = 1 << 14;

  private final int ticks;
  private final float[] values;
  private final float[][] least;
  private final float[][] most;
  private final float lowest;
  private final float highest;

  private MinMaxPyramid(
      int ticks, float[] values, float[][] least, float[][] most, float lowest, float highest) {
    this.ticks = ticks;
    this.values = values;
    this.least = least;
    this.most = most;
    this.lowest = lowest;
    this.highest = highest;
  }

  /// Reads a whole series: for a background thread.
  ///
  /// @param series the value at a tick; NaN if none
  /// @param ticks T
  public static MinMaxPyramid of(IntToDoubleFunction series, int ticks, Cancellation cancellation) {
    return new MinMaxPyramid(
            0,
            new float[0],
            new float[0][],
            new float[0][],
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY)
        .extended(series, ticks, cancellation);
  }

  /// As [#of], with gaps in place of infinite numbers: for pictures whose axis spans the numbers of
  /// a stretch, because an axis cannot reach infinity.
  public static MinMaxPyramid ofFinite(
      IntToDoubleFunction series, int ticks, Cancellation cancellation) {
    return of(
        tick -> {
          double value = series.applyAsDouble(tick);
          return Double.isFinite((float) value) ? value : Double.NaN;
        },
        ticks,
        cancellation);
  }

  /// The same series after it has grown; reads only the new ticks. Extend each pyramid at most
  /// once.
  public MinMaxPyramid extended(IntToDoubleFunction series, int length, Cancellation cancellation) {
    float[] all = room(values, ticks, length);
    float low = lowest;
    float high = highest;
    for (int tick = ticks; tick < length; tick++) {
      if (tick % CHECK_EVERY == 0) {
        cancellation.throwIfCancelled();
      }
      float value = (float) series.applyAsDouble(tick);
      all[tick] = value;
      if (Float.isFinite(value)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    int levels = 0;
    while (length >> (BITS * (levels + 1)) > 1) {
      levels++;
    }
    float[][] lows = new float[levels][];
    float[][] highs = new float[levels][];
    for (int level = 0; level < levels; level++) {
      boolean known = level < least.length;
      int had = known ? ticks >> (BITS * (level + 1)) : 0;
      int count = length >> (BITS * (level + 1));
      lows[level] = room(known ? least[level] : new float[0], had, count);
      highs[level] = room(known ? most[level] : new float[0], had, count);
      fold(level == 0 ? all : lows[level - 1], lows[level], had, count, -1);
      fold(level == 0 ? all : highs[level - 1], highs[level], had, count, 1);
    }
    return new MinMaxPyramid(length, all, lows, highs, low, high);
  }

  /// Exactly the capacity needed at first, half as much again when it grows.
  private static float[] room(float[] known, int used, int wanted) {
    if (wanted <= known.length) {
      return known;
    }
    int length = used == 0 ? wanted : Math.max(wanted, used + used / 2);
    return Arrays.copyOf(known, length);
  }

  /// @param sign -1 for the smallest, 1 for the largest
  private static void fold(float[] below, float[] level, int from, int to, int sign) {
    for (int i = from; i < to; i++) {
      float best = sign * Float.NEGATIVE_INFINITY;
      for (int j = i << BITS; j < (i + 1) << BITS; j++) {
        best = sign < 0 ? least(best, below[j]) : most(best, below[j]);
      }
      level[i] = best;
    }
  }

  /// T.
  public int ticks() {
    return ticks;
  }

  /// The value at a tick.
  public float value(int tick) {
    return values[java.util.Objects.checkIndex(tick, ticks)];
  }

  /// The smallest finite value; positive infinity if there is none.
  public float lowest() {
    return lowest;
  }

  /// The largest finite value; negative infinity if there is none.
  public float highest() {
    return highest;
  }

  /// The bytes of memory it takes.
  public long bytes() {
    long count = values.length;
    for (int level = 0; level < least.length; level++) {
      count += least[level].length + most[level].length;
    }
    return Float.BYTES * count;
  }

  /// The most bytes that a series with this many ticks takes.
  public static long bytesFor(int ticks) {
    return Float.BYTES * (ticks + 2L * ticks / 3);
  }

  /// The smallest and largest values in the columns of a picture. A tick counts for every column
  /// that its cell touches. A column beyond the ends, or with only NaN, gets +infinity and
  /// -infinity.
  ///
  /// @param first tick at the left edge of column 0, need not be whole
  /// @param perColumn ticks per column, above 0
  /// @param lows receives the smallest value of each column
  /// @param highs receives the largest value of each column
  public void columns(double first, double perColumn, float[] lows, float[] highs) {
    for (int column = 0; column < lows.length; column++) {
      double left = first + column * perColumn;
      int from = Math.clamp((long) Math.floor(left), 0, ticks);
      int to = Math.clamp((long) Math.ceil(left + perColumn), from, ticks);
      lows[column] = extreme(from, to, -1);
      highs[column] = extreme(from, to, 1);
    }
  }

  /// The smallest of the ticks `from..to-1`; +infinity if there is none.
  public float least(int from, int to) {
    return extreme(Math.clamp(from, 0, ticks), Math.clamp(to, 0, ticks), -1);
  }

  /// The largest of the ticks `from..to-1`; -infinity if there is none.
  public float most(int from, int to) {
    return extreme(Math.clamp(from, 0, ticks), Math.clamp(to, 0, ticks), 1);
  }

  private float extreme(int from, int to, int sign) {
    float best = sign * Float.NEGATIVE_INFINITY;
    float[][] levels = sign < 0 ? least : most;
    float[] level = values;
    int above = 0;
    int a = from;
    int b = to;
    while (a < b) {
      boolean climb = above < levels.length && b - a >= 2 << BITS;
      int left = climb ? Math.min(b, (a + (1 << BITS) - 1) >> BITS << BITS) : b;
      for (; a < left; a++) {
        best = sign < 0 ? least(best, level[a]) : most(best, level[a]);
      }
      if (!climb) {
        return best;
      }
      for (int right = b >> BITS << BITS; b > right; b--) {
        best = sign < 0 ? least(best, level[b - 1]) : most(best, level[b - 1]);
      }
      a >>= BITS;
      b >>= BITS;
      level = levels[above++];
    }
    return best;
  }

  /// A comparison with NaN is false, so NaN never wins.
  private static float least(float best, float other) {
    return other < best ? other : best;
  }

  private static float most(float best, float other) {
    return other > best ? other : best;
  }
}
