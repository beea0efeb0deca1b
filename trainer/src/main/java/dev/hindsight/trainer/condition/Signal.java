package dev.hindsight.trainer.condition;

/// The values of a name. Read in hot loops: allocates nothing. One owner thread.
@FunctionalInterface
public interface Signal {
  /// A value; flags are 1 or 0, NaN is what nobody knows.
  ///
  /// @param tick `0..T-1`
  /// @param agent `0..A-1`; any number where the signal is the tick's
  /// @param index in C order within [SignalSpec#sizes]; 0 for one number
  double at(int tick, int agent, int index);
}
