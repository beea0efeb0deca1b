package dev.hindsight.trainer.env.drive.observation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.JerkLimits;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import java.util.ArrayList;
import java.util.List;

/// The meaning of every number a driver observes: segment and feature names, and the factors
/// between them and metres or m/s.
///
/// Positions, directions and speeds are relative to the observing vehicle: x ahead, y to the left.
/// Unused rows are zero; there is no mask.
public final class DriveLayout {
  /// Segment about the vehicle itself.
  public static final String EGO = "ego";

  /// Segment about the other bodies within [#PARTNER_RANGE].
  public static final String PARTNERS = "partners";

  /// Segment about the surrounding road.
  public static final String ROADS = "roads";

  /// Ego features at the start of every preset.
  public static final List<String> EGO_FEATURES =
      List.of("goal_x", "goal_y", "speed", "width", "length", "collided");

  /// Whether the goal is seen; goals that are not seen are observed at 0, 0.
  public static final String GOAL_SEEN = "goal_seen";

  /// Ego features with hidden goals: whether the goal is seen, and the place and direction of the
  /// trial's start.
  private static final List<String> HIDDEN_GOAL_FEATURES =
      List.of(GOAL_SEEN, "start_x", "start_y", "cos_start", "sin_start");

  /// Features in a row of [#PARTNERS].
  public static final List<String> PARTNER_FEATURES =
      List.of("rel_x", "rel_y", "width", "length", "cos_heading", "sin_heading", "speed");

  /// Features in a row of [#ROADS]: middle, half length and direction of a piece of polyline, and
  /// its kind (0 lane, 1 line, 2 edge).
  public static final List<String> ROAD_FEATURES =
      List.of("rel_x", "rel_y", "half_length", "width", "cos_heading", "sin_heading", "type");

  /// Factor of metres to a goal.
  public static final float GOAL_SCALE = 0.005f;

  /// Factor of metres to a partner or road segment.
  public static final float POSITION_SCALE = 0.02f;

  /// Divisor of speed in m/s.
  public static final float SPEED_UNIT = 100;

  /// Divisor of body width in metres.
  public static final float WIDTH_UNIT = 15;

  /// Divisor of body length in metres.
  public static final float LENGTH_UNIT = 30;

  /// Divisor of half the length of a road segment in metres.
  public static final float ROAD_LENGTH_UNIT = 100;

  /// Divisor of metres to the lane's centre; the result is clamped to `[-1, 1]`.
  public static final float LANE_UNIT = Bodies.MOST_LANE_OFFSET;

  /// Partners further away than this, in metres, are not observed.
  public static final float PARTNER_RANGE = 50;

  /// Bound for the observed distance of a partner, in units of the observation.
  private static final double NEAR = PARTNER_RANGE * POSITION_SCALE;

  /// Bound for the observed distance of a road piece, in metres: pieces come from cells up to 10.5
  /// cells of 5 m away along each axis, and their middles are at most half a diagonal off.
  private static final double ROAD_RANGE = 80;

  private static final double ROAD_NEAR = ROAD_RANGE * POSITION_SCALE;

  /// Quantities of a row, in the order of [#PARTNER_FEATURES].
  private static final List<Quantity> PARTNER_QUANTITIES =
      List.of(
          Quantity.ranged("m ahead", 1 / POSITION_SCALE, -NEAR, NEAR),
          Quantity.ranged("m left", 1 / POSITION_SCALE, -NEAR, NEAR),
          Quantity.ranged("m", WIDTH_UNIT, 0, 1),
          Quantity.ranged("m", LENGTH_UNIT, 0, 1),
          Quantity.COSINE,
          Quantity.COSINE,
          Quantity.ranged("m/s", SPEED_UNIT, -1.5, 1.5));

  /// Quantities of a row, in the order of [#ROAD_FEATURES].
  private static final List<Quantity> ROAD_QUANTITIES =
      List.of(
          Quantity.ranged("m ahead", 1 / POSITION_SCALE, -ROAD_NEAR, ROAD_NEAR),
          Quantity.ranged("m left", 1 / POSITION_SCALE, -ROAD_NEAR, ROAD_NEAR),
          Quantity.ranged("m", ROAD_LENGTH_UNIT, 0, 1),
          Quantity.measured("m", ROAD_LENGTH_UNIT),
          Quantity.COSINE,
          Quantity.COSINE,
          Quantity.oneOf("lane", "line", "edge"));

  private DriveLayout() {}

  /// D, the length of an observation.
  public static int size(DriveConfig config) {
    return config.egoFeatures()
        + config.conditioning().features()
        + config.sight().partners() * PARTNER_FEATURES.size()
        + config.sight().roads() * ROAD_FEATURES.size();
  }

  public static ObservationLayout of(DriveConfig config) {
    List<String> ego = new ArrayList<>(EGO_FEATURES);
    List<String> jerk = List.of("steering", "acceleration_long", "acceleration_lat");
    boolean jerky = config.dynamics() == DriveConfig.DynamicsModel.JERK;
    switch (config.preset()) {
      case CLASSIC -> {
        ego.addAll(jerky ? jerk : List.of());
        ego.add("respawned");
      }
      case ADAPTIVE -> {
        ego.addAll(List.of("respawned", "lane_offset", "cos_lane_angle"));
        ego.addAll(jerky ? jerk : List.of());
      }
    }
    if (config.goals().hidden()) {
      ego.addAll(HIDDEN_GOAL_FEATURES);
    }
    ego.addAll(config.conditioning().names());
    int partners = config.sight().partners();
    int partnersAt = ego.size();
    int roadsAt = partnersAt + partners * PARTNER_FEATURES.size();
    return new ObservationLayout(
        List.of(
            new Segment(
                EGO, 0, List.of(ego.size()), ego, ego.stream().map(DriveLayout::measured).toList()),
            new Segment(
                PARTNERS,
                partnersAt,
                List.of(partners, PARTNER_FEATURES.size()),
                PARTNER_FEATURES,
                PARTNER_QUANTITIES),
            new Segment(
                ROADS,
                roadsAt,
                List.of(config.sight().roads(), ROAD_FEATURES.size()),
                ROAD_FEATURES,
                ROAD_QUANTITIES)));
  }

  /// The quantity of an ego feature.
  private static Quantity measured(String feature) {
    return switch (feature) {
      case "goal_x" -> Quantity.measured("m ahead", 1 / GOAL_SCALE);
      case "goal_y" -> Quantity.measured("m left", 1 / GOAL_SCALE);
      case "speed" -> Quantity.ranged("m/s", SPEED_UNIT, -1.5, 1.5);
      case "width" -> Quantity.ranged("m", WIDTH_UNIT, 0, 1);
      case "length" -> Quantity.ranged("m", LENGTH_UNIT, 0, 1);
      case "collided", "respawned", GOAL_SEEN -> Quantity.FLAG;
      case "start_x" -> Quantity.measured("m ahead", 1 / POSITION_SCALE);
      case "start_y" -> Quantity.measured("m left", 1 / POSITION_SCALE);
      case "cos_start", "sin_start" -> Quantity.COSINE;
      case "lane_offset" -> Quantity.ranged("m left", LANE_UNIT, -1, 1);
      case "cos_lane_angle" -> Quantity.COSINE;
      case "steering" -> Quantity.ranged(wording("DriveLayout.rad_left"), Math.PI, -1, 1);
      // Braking and accelerating have different factors, so only the raw number can be shown.
      case "acceleration_long" -> Quantity.ranged("", 1, -1, 1);
      case "acceleration_lat" -> Quantity.ranged("m/s² left", JerkLimits.MOST_JERK, -1, 1);
      default -> Quantity.PLAIN;
    };
  }
}
