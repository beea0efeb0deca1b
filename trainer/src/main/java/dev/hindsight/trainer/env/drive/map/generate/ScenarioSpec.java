package dev.hindsight.trainer.env.drive.map.generate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;

/// Everything that determines a generated map: equal specifications give equal bytes.
///
/// @param kind the road layout
/// @param vehicles number of vehicles, `1..64`
/// @param seed for widths, radii, angles, routes, sizes and speeds
/// @param speedLimit metres per second, `4..15`; bends are taken slower
/// @param expertShare fraction of the vehicles marked as experts, `0..1`: they follow their log
///   whatever controls the others
public record ScenarioSpec(
    ScenarioKind kind, int vehicles, long seed, double speedLimit, double expertShare) {
  /// Urban traffic, in m/s.
  public static final double DEFAULT_SPEED_LIMIT = 10;

  /// One vehicle in four.
  public static final double DEFAULT_EXPERT_SHARE = 0.25;

  /// Checks the ranges.
  ///
  /// @throws Problem naming the number that is outside
  public ScenarioSpec {
    require(vehicles >= 1 && vehicles <= 64, "vehicles", vehicles, "1 to 64");
    require(
        speedLimit >= 4 && speedLimit <= 15,
        wording("ScenarioSpec.speed_limit"),
        speedLimit,
        "4 to 15 m/s");
    require(
        expertShare >= 0 && expertShare <= 1,
        wording("ScenarioSpec.expert_share"),
        expertShare,
        "0 to 1");
  }

  /// A specification with the default speed limit and expert share.
  public static ScenarioSpec of(ScenarioKind kind, int vehicles, long seed) {
    return new ScenarioSpec(kind, vehicles, seed, DEFAULT_SPEED_LIMIT, DEFAULT_EXPERT_SHARE);
  }

  private static void require(boolean legal, String name, Number value, String range) {
    if (!legal) {
      throw new Problem(
          wording("ScenarioSpec.is_not_valid", value),
          name,
          wording("ScenarioSpec.give_a_number_from", range));
    }
  }
}
