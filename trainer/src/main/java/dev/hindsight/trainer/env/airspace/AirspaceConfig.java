package dev.hindsight.trainer.env.airspace;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.airspace.conflict.ProtectedZone;
import dev.hindsight.trainer.env.airspace.flight.FlightEnvelope;
import dev.hindsight.trainer.env.airspace.flight.FlightEnvelopes;
import dev.hindsight.trainer.env.airspace.geo.AviationUnits;

/// A checked configuration, in SI units.
///
/// @param agents aircraft that a policy controls
/// @param others aircraft that no policy controls: they keep flying as commanded
/// @param radius metres of the sector
/// @param spacing metres between aircraft at the start
/// @param levels flight levels
/// @param lowest altitude of the lowest level, metres
/// @param envelope what the aircraft can do
/// @param steps the most decisions in a trial
/// @param trials K, trials of one scenario in an episode
/// @param dt seconds per substep of the dynamics
/// @param substeps substeps between decisions
/// @param neighbours rows of the table of neighbours
/// @param exitRadius metres
/// @param zone protected zone around an aircraft
/// @param rewards what decisions earn
/// @param form of actions and observations
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
  /// Metres between levels: 1000 ft plus a nanometre as a margin against rounding. Without it FL310
  /// and FL320 are 304.7999999999993 m apart, less than the zone's 304.8 m: every other pair of
  /// neighbouring levels would lose separation.
  static final double LEVEL = 1000 * AviationUnits.FOOT + 1e-9;

  /// The form of actions and observations.
  enum Form {
    /// A grid of joint actions.
    GRID,
    /// Three numbers.
    NUMBERS,
    /// The one number and the flat observation of the task with one aircraft against five.
    HORIZONTAL
  }

  /// The rewards of a decision.
  ///
  /// @param exit once, for leaving at the exit
  /// @param left once, for leaving elsewhere
  /// @param drift per radian
  /// @param loss per aircraft
  /// @param conflict per aircraft
  /// @param action per unit of size
  record Rewards(
      double exit, double left, double drift, double loss, double conflict, double action) {}

  /// @param values with presets expanded
  /// @param agents number of generated aircraft that the policy controls
  /// @param others number of other generated aircraft
  static AirspaceConfig of(SettingValues values, int agents, int others) {
    double dt = values.real(AirspaceSettings.DT);
    double decision = values.real(AirspaceSettings.DECISION);
    int substeps = (int) Math.rint(decision / dt);
    if (substeps < 1 || Math.abs(substeps * dt - decision) > 1e-9) {
      throw new Problem(
          wording("AirspaceConfig.s_between_decisions_is_not_a", decision, dt),
          AirspaceSettings.DECISION,
          wording("AirspaceConfig.give_a_multiple_of_dt"));
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

  /// Number of aircraft.
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
