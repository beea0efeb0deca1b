package dev.hindsight.trainer.condition;

/// The values of a name. Read in hot loops: allocates nothing. One owner thread.
@FunctionalInterface
public interface Signal {
  /// One value; flags are 1 or 0, NaN stands for unknown.
  ///
  /// @param tick `0..T-1`
  /// @param agent `0..A-1`; ignored for a signal of the tick
  /// @param index in C order within [SignalSpec#sizes]; 0 for one number
  double at(int tick, int agent, int index);
}
