package dev.hindsight.trainer.env.airspace;

/// What is counted since the reset: places in [AirspaceState#counts].
final class AirspaceCounters {
  /// Aircraft that left at their exit.
  static final int EXITS = 0;

  /// Aircraft that left elsewhere.
  static final int LEFT = 1;

  /// Pairs that came into conflict.
  static final int CONFLICTS = 2;

  /// Pairs that lost separation.
  static final int LOSSES = 3;

  /// Seconds that an aircraft was within somebody's zone, added over aircraft.
  static final int LOSS_SECONDS = 4;

  /// Seconds flown, added over aircraft.
  static final int FLIGHT_SECONDS = 5;

  /// How many are counted.
  static final int COUNT = 6;

  private AirspaceCounters() {}
}
