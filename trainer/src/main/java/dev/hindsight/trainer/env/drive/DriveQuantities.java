package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.observation.Quantity;
import java.util.List;

/// What the numbers of [DriveLayout] measure, in the order of its feature names.
final class DriveQuantities {
  /// Farther than a body may be off its centre and still be met by the range of partners.
  private static final double NEAR = DriveLayout.PARTNER_RANGE * DriveLayout.POSITION_SCALE;

  /// Road pieces come from cells up to 10.5 cells of 5 m away along each axis, and half a diagonal
  /// turned: their middles are never farther than this, in metres.
  private static final double ROAD_RANGE = 80;

  private static final double ROAD_NEAR = ROAD_RANGE * DriveLayout.POSITION_SCALE;

  static final List<Quantity> PARTNERS =
      List.of(
          Quantity.ranged("m ahead", 1 / DriveLayout.POSITION_SCALE, -NEAR, NEAR),
          Quantity.ranged("m left", 1 / DriveLayout.POSITION_SCALE, -NEAR, NEAR),
          Quantity.ranged("m", DriveLayout.WIDTH_UNIT, 0, 1),
          Quantity.ranged("m", DriveLayout.LENGTH_UNIT, 0, 1),
          Quantity.COSINE,
          Quantity.COSINE,
          Quantity.ranged("m/s", DriveLayout.SPEED_UNIT, -1.5, 1.5));

  static final List<Quantity> ROADS =
      List.of(
          Quantity.ranged("m ahead", 1 / DriveLayout.POSITION_SCALE, -ROAD_NEAR, ROAD_NEAR),
          Quantity.ranged("m left", 1 / DriveLayout.POSITION_SCALE, -ROAD_NEAR, ROAD_NEAR),
          Quantity.ranged("m", DriveLayout.ROAD_LENGTH_UNIT, 0, 1),
          Quantity.measured("m", DriveLayout.ROAD_LENGTH_UNIT),
          Quantity.COSINE,
          Quantity.COSINE,
          Quantity.oneOf("lane", "line", "edge"));

  private DriveQuantities() {}

  /// What a feature of the ego segment measures.
  static Quantity ego(String feature) {
    return switch (feature) {
      case "goal_x" -> Quantity.measured("m ahead", 1 / DriveLayout.GOAL_SCALE);
      case "goal_y" -> Quantity.measured("m left", 1 / DriveLayout.GOAL_SCALE);
      case "speed" -> Quantity.ranged("m/s", DriveLayout.SPEED_UNIT, -1.5, 1.5);
      case "width" -> Quantity.ranged("m", DriveLayout.WIDTH_UNIT, 0, 1);
      case "length" -> Quantity.ranged("m", DriveLayout.LENGTH_UNIT, 0, 1);
      case "collided", "respawned" -> Quantity.FLAG;
      case "lane_offset" -> Quantity.ranged("m left", DriveLayout.LANE_UNIT, -1, 1);
      case "cos_lane_angle" -> Quantity.COSINE;
      case "steering" -> Quantity.ranged("rad left", Math.PI, -1, 1);
      // Braking and speeding up have factors of their own: the number itself is what can be told.
      case "acceleration_long" -> Quantity.ranged("", 1, -1, 1);
      case "acceleration_lat" -> Quantity.ranged("m/s² left", JerkLimits.MOST_JERK, -1, 1);
      default -> Quantity.PLAIN;
    };
  }
}
