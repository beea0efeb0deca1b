package dev.hindsight.trainer.env.spread;

import dev.hindsight.trainer.env.SettingValues;

/// A checked configuration.
///
/// @param agents N, agents and landmarks
/// @param trials K, trials per episode, all with the same landmarks and starts
/// @param trialTicks T, ticks of a trial
/// @param seenWithin distance in metres within which an agent observes a landmark; 0 for any
/// @param coverRadius distance in metres within which an agent covers a landmark
/// @param collisionPenalty what touching another agent costs each of the two per tick
/// @param form how actions are given
record SpreadConfig(
    int agents,
    int trials,
    int trialTicks,
    double seenWithin,
    double coverRadius,
    double collisionPenalty,
    ActionForm form) {
  /// How actions are given.
  enum ActionForm {
    /// Two numbers, an acceleration.
    CONTINUOUS,
    /// One of five: none, or full acceleration along an axis.
    DISCRETE
  }

  static SpreadConfig of(SettingValues values) {
    return new SpreadConfig(
        values.whole(SpreadSettings.AGENTS),
        values.whole(SpreadSettings.TRIALS),
        values.whole(SpreadSettings.TICKS),
        values.real(SpreadSettings.SEEN_WITHIN),
        values.real(SpreadSettings.COVER_RADIUS),
        values.real(SpreadSettings.COLLISION_PENALTY),
        values.choice(SpreadSettings.ACTIONS).equals("discrete")
            ? ActionForm.DISCRETE
            : ActionForm.CONTINUOUS);
  }

  /// Whether landmarks are hidden until an agent is near.
  boolean hides() {
    return seenWithin > 0;
  }
}
