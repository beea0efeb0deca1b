package dev.hindsight.inspector.compare;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import java.util.Arrays;

/// Two rows of a channel, read and held against each other bit by bit; any two NaN are the same, 0
/// and -0 are not. One owner thread; after it is made, reading allocates nothing.
abstract sealed class RowPair {
  final ChannelPair pair;
  final int[] places;
  final int[] others;
  private final boolean whole;

  private RowPair(ChannelPair pair) {
    this.pair = pair;
    places = pair.places();
    others = pair.otherPlaces();
    whole = pair.whole();
  }

  /// The fastest way to compare a channel without losing a bit.
  static RowPair of(ChannelPair pair) {
    Dtype type = pair.one().spec().type();
    Dtype otherType = pair.other().spec().type();
    if (isFloat(type) && isFloat(otherType)) {
      return new Floats(pair);
    }
    return type == Dtype.I4 && otherType == Dtype.I4 ? new Ints(pair) : new Exact(pair);
  }

  /// Whether a float holds every value of a type.
  private static boolean isFloat(Dtype type) {
    return switch (type) {
      case F2, F4, I1, U1, I2, BOOL -> true;
      case F8, I4, I8 -> false;
    };
  }

  /// Reads a row of each.
  ///
  /// @return whether anything differs
  final boolean read(int tick, int otherTick) {
    return load(tick, otherTick, whole);
  }

  abstract boolean load(int tick, int otherTick, boolean asStored);

  /// Whether the i-th of the compared numbers differs.
  abstract boolean differs(int i);

  /// |A - B| of the i-th; infinite where one is no number.
  abstract double gap(int i);

  static double gap(double one, double other) {
    double gap = Math.abs(one - other);
    return Double.isNaN(gap) ? Double.POSITIVE_INFINITY : gap;
  }

  /// What a number is, exactly.
  static Number number(Channel channel, int tick, int index) {
    return switch (channel.spec().type()) {
      case I1, U1, I2, I4, I8, BOOL -> (Number) channel.integer(tick, index);
      case F2, F4, F8 -> (Number) channel.value(tick, index);
    };
  }

  private static final class Floats extends RowPair {
    private final float[] a;
    private final float[] b;

    private Floats(ChannelPair pair) {
      super(pair);
      a = new float[pair.one().rowLength()];
      b = new float[pair.other().rowLength()];
    }

    @Override
    boolean load(int tick, int otherTick, boolean asStored) {
      pair.one().read(tick, 0, a, a.length);
      pair.other().read(otherTick, 0, b, b.length);
      return !asStored || !Arrays.equals(a, b);
    }

    @Override
    boolean differs(int i) {
      return Float.floatToIntBits(a[places[i]]) != Float.floatToIntBits(b[others[i]]);
    }

    @Override
    double gap(int i) {
      return gap(a[places[i]], b[others[i]]);
    }
  }

  private static final class Ints extends RowPair {
    private final int[] a;
    private final int[] b;

    private Ints(ChannelPair pair) {
      super(pair);
      a = new int[pair.one().rowLength()];
      b = new int[pair.other().rowLength()];
    }

    @Override
    boolean load(int tick, int otherTick, boolean asStored) {
      pair.one().read(tick, 0, a, a.length);
      pair.other().read(otherTick, 0, b, b.length);
      return !asStored || !Arrays.equals(a, b);
    }

    @Override
    boolean differs(int i) {
      return a[places[i]] != b[others[i]];
    }

    @Override
    double gap(int i) {
      return Math.abs((double) a[places[i]] - b[others[i]]);
    }
  }

  /// Number by number: digests, doubles, and channels whose type changed.
  private static final class Exact extends RowPair {
    private final boolean wide;
    private int now;
    private int otherNow;

    private Exact(ChannelPair pair) {
      super(pair);
      wide = pair.one().spec().type() == Dtype.I8 && pair.other().spec().type() == Dtype.I8;
    }

    @Override
    boolean load(int tick, int otherTick, boolean asStored) {
      now = tick;
      otherNow = otherTick;
      return true;
    }

    @Override
    boolean differs(int i) {
      if (wide) {
        return pair.one().integer(now, places[i]) != pair.other().integer(otherNow, others[i]);
      }
      return Double.doubleToLongBits(pair.one().value(now, places[i]))
          != Double.doubleToLongBits(pair.other().value(otherNow, others[i]));
    }

    @Override
    double gap(int i) {
      return gap(pair.one().value(now, places[i]), pair.other().value(otherNow, others[i]));
    }
  }
}
