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

  /// One element of an integer or boolean channel, exactly.
  long integer(int tick, int index);

  /// Copies part of a row, converted to float.
  ///
  /// @param from first element of the row to copy
  /// @param target where it goes, `target[0..count-1]`
  void read(int tick, int from, float[] target, int count);

  /// Copies part of a row, converted to int.
  void read(int tick, int from, int[] target, int count);
}
