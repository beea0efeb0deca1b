package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.ArrayList;
import java.util.List;

/// The meaning of every number a driver observes: segment and feature names, and the factors that
/// turn metres and m/s into them.
///
/// Positions, directions and speeds are relative to the ego vehicle: x ahead, y to the left. Rows
/// nobody fills are zero; there is no mask.
public final class DriveLayout {
  /// Segment of the vehicle itself.
  public static final String EGO = "ego";

  /// Segment of the other bodies within [#PARTNER_RANGE].
  public static final String PARTNERS = "partners";

  /// Segment of the road around.
  public static final String ROADS = "roads";

  /// Ego features every preset begins with.
  public static final List<String> EGO_FEATURES =
      List.of("goal_x", "goal_y", "speed", "width", "length", "collided");

  /// What a row of [#PARTNERS] holds.
  public static final List<String> PARTNER_FEATURES =
      List.of("rel_x", "rel_y", "width", "length", "cos_heading", "sin_heading", "speed");

  /// What a row of [#ROADS] holds: middle, half length and direction of a piece of polyline, and
  /// its kind (0 lane, 1 line, 2 edge).
  public static final List<String> ROAD_FEATURES =
      List.of("rel_x", "rel_y", "half_length", "width", "cos_heading", "sin_heading", "type");

  /// Metres to a goal, times this.
  public static final float GOAL_SCALE = 0.005f;

  /// Metres to a partner or road segment, times this.
  public static final float POSITION_SCALE = 0.02f;

  /// Speed in m/s, divided by this.
  public static final float SPEED_UNIT = 100;

  /// Body width in metres, divided by this.
  public static final float WIDTH_UNIT = 15;

  /// Body length in metres, divided by this.
  public static final float LENGTH_UNIT = 30;

  /// Half the length of a road segment in metres, divided by this.
  public static final float ROAD_LENGTH_UNIT = 100;

  /// Metres to the lane's centre, divided by this and clamped to `[-1, 1]`.
  public static final float LANE_UNIT = 4;

  /// Partners further away than this, in metres, are not observed.
  public static final float PARTNER_RANGE = 50;

  private DriveLayout() {}

  static ObservationLayout of(DriveConfig config) {
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
    ego.addAll(config.conditioning().names());
    int partners = config.sight().partners();
    int partnersAt = ego.size();
    int roadsAt = partnersAt + partners * PARTNER_FEATURES.size();
    return new ObservationLayout(
        List.of(
            new Segment(
                EGO, 0, List.of(ego.size()), ego, ego.stream().map(DriveQuantities::ego).toList()),
            new Segment(
                PARTNERS,
                partnersAt,
                List.of(partners, PARTNER_FEATURES.size()),
                PARTNER_FEATURES,
                DriveQuantities.PARTNERS),
            new Segment(
                ROADS,
                roadsAt,
                List.of(config.sight().roads(), ROAD_FEATURES.size()),
                ROAD_FEATURES,
                DriveQuantities.ROADS)));
  }
}
