package dev.hindsight.trainer.env.airspace;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;

/// Two streams of traffic, eastbound and northbound, that cross in the middle; a few lanes each, on
/// random levels. Hot: allocates nothing.
///
/// @param agents how many
record CrossingTrafficGenerator(AirspaceConfig config, int agents, Sector sector)
    implements TrafficGenerator {
  private static final double SLOWEST = 210;
  private static final double FASTEST = 235;

  /// Initial length of a stream as a fraction of the radius.
  private static final double LENGTH = 0.55;

  /// Checks that there is room.
  CrossingTrafficGenerator {
    double half = (lanes(config, agents, sector) - 1) * gap(config) / 2;
    if (half > 0.6 * sector.radius()) {
      throw new Problem(
          wording("CrossingTrafficGenerator.aircraft_have_no_room_in_two", agents),
          AirspaceSettings.AIRCRAFT,
          wording("CrossingTrafficGenerator.give_a_larger_radius_fewer_aircraft"));
    }
  }

  private static double gap(AirspaceConfig config) {
    return Math.max(1852, 1.2 * config.spacing());
  }

  private static int perLane(AirspaceConfig config, Sector sector) {
    return (int) (LENGTH * sector.radius() / gap(config)) + 1;
  }

  private static int lanes(AirspaceConfig config, int agents, Sector sector) {
    return Math.ceilDiv(Math.ceilDiv(agents, 2), perLane(config, sector));
  }

  @Override
  public void place(AirspaceState state) {
    double gap = gap(config);
    int perLane = perLane(config, sector);
    int lanes = lanes(config, agents, sector);
    for (int i = 0; i < agents; i++) {
      int k = i / 2;
      int lane = k / perLane;
      double aside = (lane - (lanes - 1) / 2.0) * gap + 0.1 * gap * (state.draw() - 0.5);
      double edge = Math.sqrt(sector.radius() * sector.radius() - aside * aside);
      double along = -0.95 * edge + (k % perLane) * gap + 0.1 * gap * state.draw();
      boolean east = i % 2 == 0;
      RandomTrafficGenerator.put(
          config,
          sector,
          state,
          i,
          east ? along : aside,
          east ? aside : along,
          east ? edge : aside,
          east ? aside : edge,
          config.lowest() + AirspaceConfig.LEVEL * (int) (config.levels() * state.draw()),
          SLOWEST + (FASTEST - SLOWEST) * state.draw());
    }
  }
}
