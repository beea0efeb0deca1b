package dev.hindsight.trainer.rollout;

import java.nio.ByteBuffer;

/// One column of an open recording. Any tick is read in constant time, from any thread.
public interface Channel {
  /// Its description.
  ChannelSpec spec();

  /// Sizes of the axes after `tick`: `[agents, 3]` for `pose`.
  int[] rowShape();

  /// Elements in a row: the product of [#rowShape()].
  int rowLength();

  /// One element as a double (booleans are 0 or 1; `i8` loses what a double cannot hold, see
  /// [#integer]).
  ///
  /// @param tick `0..ticks-1`
  /// @param index `0..rowLength-1`, in C order
  double value(int tick, int index);

  /// One element of an integer or boolean channel, exactly. A channel whose numbers fit a double
  /// need not override this.
  default long integer(int tick, int index) {
    return (long) value(tick, index);
  }

  /// Writes one element in the channel's own type, exactly.
  default void put(ByteBuffer to, int tick, int index) {
    if (spec().type() == Dtype.I8) {
      to.putLong(integer(tick, index));
    } else {
      spec().type().put(to, value(tick, index));
    }
  }

  /// One element in as few digits as give it back.
  default String text(int tick, int index) {
    return switch (spec().type()) {
      case F2, F4 -> Float.toString((float) value(tick, index));
      case F8 -> Double.toString(value(tick, index));
      case I1, U1, I2, I4, I8, BOOL -> Long.toString(integer(tick, index));
    };
  }

  /// Copies part of a row, converted to float.
  ///
  /// @param from first element of the row to copy
  /// @param target receives it, `target[0..count-1]`
  default void read(int tick, int from, float[] target, int count) {
    for (int i = 0; i < count; i++) {
      target[i] = (float) value(tick, from + i);
    }
  }

  /// Copies part of a row, converted to int.
  default void read(int tick, int from, int[] target, int count) {
    for (int i = 0; i < count; i++) {
      target[i] = (int) integer(tick, from + i);
    }
  }

  /// Whether an agent's numbers at a tick were not recorded: the channel declares that rows may be
  /// absent, and all numbers of this one are NaN. Always false without such a declaration.
  ///
  /// @param index any of the agent's numbers, `0..rowLength-1`
  default boolean absent(int tick, int index) {
    if (!spec().absentRows() || !spec().perAgent()) {
      return false;
    }
    int each = rowLength() / rowShape()[0];
    int from = index / each * each;
    for (int i = from; i < from + each; i++) {
      if (!Double.isNaN(value(tick, i))) {
        return false;
      }
    }
    return true;
  }
}
