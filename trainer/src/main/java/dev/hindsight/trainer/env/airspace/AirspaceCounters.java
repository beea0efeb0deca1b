package dev.hindsight.trainer.env.airspace;

/// What is counted since the reset: indices into [AirspaceState#counts].
final class AirspaceCounters {
  /// Aircraft that left at their exit.
  static final int EXITS = 0;

  /// Aircraft that left elsewhere.
  static final int LEFT = 1;

  /// Pairs that came into conflict.
  static final int CONFLICTS = 2;

  /// Pairs that lost separation.
  static final int LOSSES = 3;

  /// Seconds that aircraft spent in another's zone, summed over aircraft.
  static final int LOSS_SECONDS = 4;

  /// Seconds flown, summed over aircraft.
  static final int FLIGHT_SECONDS = 5;

  /// Number of counters.
  static final int COUNT = 6;

  private AirspaceCounters() {}
}
