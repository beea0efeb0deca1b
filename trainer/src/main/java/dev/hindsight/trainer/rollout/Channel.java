package dev.hindsight.trainer.rollout;

/// One column of an open recording; any tick is read in constant time, from any thread.
public interface Channel {
  /// What it holds.
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

  /// One element of an integer or boolean channel, exactly. What does not hold more than a double
  /// does need not override this.
  default long integer(int tick, int index) {
    return (long) value(tick, index);
  }

  /// Copies part of a row, converted to float.
  ///
  /// @param from first element of the row to copy
  /// @param target where it goes, `target[0..count-1]`
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
}
