package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.airspace.conflict.ProtectedZone;
import dev.hindsight.trainer.env.airspace.flight.FlightEnvelope;
import dev.hindsight.trainer.env.airspace.flight.FlightEnvelopes;
import dev.hindsight.trainer.env.airspace.geo.AviationUnits;

/// A checked configuration, in SI units.
///
/// @param agents aircraft that a policy controls
/// @param others aircraft that nobody does: they fly on as they are told
/// @param radius metres of the sector
/// @param spacing metres between aircraft at the beginning
/// @param levels flight levels
/// @param lowest metres of the lowest of them
/// @param envelope what they can do
/// @param steps decisions a trial has at most
/// @param trials K, trials of one scenario in an episode
/// @param dt seconds a step of the dynamics takes
/// @param substeps steps between decisions
/// @param neighbours rows of the table of neighbours
/// @param exitRadius metres
/// @param zone what is kept clear
/// @param rewards what is paid
/// @param form what actions and observations look like
record AirspaceConfig(
    int agents,
    int others,
    double radius,
    double spacing,
    int levels,
    double lowest,
    FlightEnvelope envelope,
    int steps,
    int trials,
    double dt,
    int substeps,
    int neighbours,
    double exitRadius,
    ProtectedZone zone,
    Rewards rewards,
    Form form) {
  /// Metres between levels: 1000 ft, and a nanometre that rounding cannot eat. Without it FL310 and
  /// FL320 are 304.7999999999993 m apart, less than the 304.8 m of the zone: every other pair of
  /// neighbouring levels would lose separation.
  static final double LEVEL = 1000 * AviationUnits.FOOT + 1e-9;

  /// What actions and observations look like.
  enum Form {
    /// A grid of joint actions.
    GRID,
    /// Three numbers.
    NUMBERS,
    /// The one number and the flat observation of one aircraft against five.
    HORIZONTAL
  }

  /// What a decision earns.
  ///
  /// @param exit once, for leaving at the exit
  /// @param left once, for leaving elsewhere
  /// @param drift a radian
  /// @param loss an aircraft
  /// @param conflict an aircraft
  /// @param action a unit of size
  record Rewards(
      double exit, double left, double drift, double loss, double conflict, double action) {}

  /// @param values unfolded
  /// @param agents aircraft the generator makes for the policy
  /// @param others aircraft it makes besides
  static AirspaceConfig of(SettingValues values, int agents, int others) {
    double dt = values.real(AirspaceSettings.DT);
    double decision = values.real(AirspaceSettings.DECISION);
    int substeps = (int) Math.rint(decision / dt);
    if (substeps < 1 || Math.abs(substeps * dt - decision) > 1e-9) {
      throw new Problem(
          decision + " s between decisions is not a multiple of a step of " + dt + " s",
          AirspaceSettings.DECISION,
          "give a multiple of dt");
    }
    return new AirspaceConfig(
        agents,
        others,
        values.real(AirspaceSettings.RADIUS) * AviationUnits.NAUTICAL_MILE,
        values.real(AirspaceSettings.SPACING) * AviationUnits.NAUTICAL_MILE,
        values.whole(AirspaceSettings.LEVELS),
        values.whole(AirspaceSettings.LOWEST) * AviationUnits.FLIGHT_LEVEL,
        FlightEnvelopes.of(values.choice(AirspaceSettings.TYPE)),
        values.whole(AirspaceSettings.STEPS),
        values.whole(AirspaceSettings.TRIALS),
        dt,
        substeps,
        values.whole(AirspaceSettings.NEIGHBOURS),
        values.real(AirspaceSettings.EXIT_RADIUS) * AviationUnits.NAUTICAL_MILE,
        new ProtectedZone(
            values.real(AirspaceSettings.ZONE_RADIUS) * AviationUnits.NAUTICAL_MILE,
            values.real(AirspaceSettings.ZONE_HEIGHT) * AviationUnits.FOOT,
            values.real(AirspaceSettings.LOOKAHEAD)),
        new Rewards(
            values.real(AirspaceSettings.REWARD_EXIT),
            values.real(AirspaceSettings.REWARD_LEFT),
            values.real(AirspaceSettings.REWARD_DRIFT),
            values.real(AirspaceSettings.REWARD_LOSS),
            values.real(AirspaceSettings.REWARD_CONFLICT),
            values.real(AirspaceSettings.REWARD_ACTION)),
        form(values));
  }

  private static Form form(SettingValues values) {
    if (values.choice(AirspaceSettings.GENERATOR).equals("horizontal")) {
      return Form.HORIZONTAL;
    }
    return values.choice(AirspaceSettings.ACTIONS).equals("continuous") ? Form.NUMBERS : Form.GRID;
  }

  /// Bodies in the sky.
  int count() {
    return agents + others;
  }

  /// Metres of the highest level.
  double highest() {
    return lowest + (levels - 1) * LEVEL;
  }

  /// Seconds a decision takes.
  double decision() {
    return substeps * dt;
  }
}
