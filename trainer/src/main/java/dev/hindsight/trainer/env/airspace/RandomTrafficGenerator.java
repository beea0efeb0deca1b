package dev.hindsight.trainer.env.airspace;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.airspace.flight.AirTraffic;
import dev.hindsight.trainer.env.airspace.flight.Atmosphere;
import dev.hindsight.trainer.env.airspace.geo.Bearings;

/// Aircraft at random places in the disc and on random levels, each on its way to a point on the
/// far half of the edge. Hot: allocates nothing.
///
/// @param agents how many
record RandomTrafficGenerator(AirspaceConfig config, int agents, Sector sector)
    implements TrafficGenerator {
  private static final int TRIES = 1000;
  private static final double SLOWEST = 190;
  private static final double FASTEST = 250;

  /// Checks that there is room.
  RandomTrafficGenerator {
    double need = agents * config.spacing() * config.spacing() / 4;
    if (need > 0.5 * sector.radius() * sector.radius()) {
      throw new Problem(
          wording("RandomTrafficGenerator.aircraft_have_no_room_that_far", agents),
          AirspaceSettings.SPACING,
          wording("RandomTrafficGenerator.give_a_larger_radius_fewer_aircraft"));
    }
  }

  @Override
  public void place(AirspaceState state) {
    for (int i = 0; i < agents; i++) {
      placeOne(state, i);
    }
  }

  private void placeOne(AirspaceState state, int i) {
    double bestX = 0;
    double bestY = 0;
    double best = -1;
    for (int k = 0; k < TRIES && best < config.spacing(); k++) {
      double radius = sector.radius() * Math.sqrt(state.draw());
      double angle = 2 * Math.PI * state.draw();
      double x = radius * Math.sin(angle);
      double y = radius * Math.cos(angle);
      double near = nearest(state.traffic, i, x, y);
      if (near > best) {
        best = near;
        bestX = x;
        bestY = y;
      }
    }
    double away = Math.atan2(bestX, bestY) + Math.PI / 2 + Math.PI * state.draw();
    double altitude =
        config.lowest() + AirspaceConfig.LEVEL * (int) (config.levels() * state.draw());
    double speed = SLOWEST + (FASTEST - SLOWEST) * state.draw();
    put(
        config,
        sector,
        state,
        i,
        bestX,
        bestY,
        sector.radius() * Math.sin(away),
        sector.radius() * Math.cos(away),
        altitude,
        speed);
  }

  private double nearest(AirTraffic airTraffic, int count, double x, double y) {
    double nearest = Double.MAX_VALUE;
    for (int j = 0; j < count; j++) {
      double dx = sector.x(airTraffic.longitude[j]) - x;
      double dy = sector.y(airTraffic.latitude[j]) - y;
      nearest = Math.min(nearest, Math.sqrt(dx * dx + dy * dy));
    }
    return nearest;
  }

  /// Places an aircraft on a straight course to its exit; metres from the middle of the sector.
  ///
  /// @param tas m/s, limited to what it can fly
  static void put(
      AirspaceConfig config,
      Sector sector,
      AirspaceState state,
      int i,
      double x,
      double y,
      double exitX,
      double exitY,
      double altitude,
      double tas) {
    double lat = sector.latitudeOf(y);
    double lon = sector.longitudeOf(x);
    state.exitLatitude[i] = sector.latitudeOf(exitY);
    state.exitLongitude[i] = sector.longitudeOf(exitX);
    double north = Sector.north(lat, state.exitLatitude[i]);
    double east = Sector.east(lat, lon, state.exitLatitude[i], state.exitLongitude[i]);
    double speed = config.envelope().speed(tas, altitude);
    state.traffic.put(
        i,
        config.envelope(),
        lat,
        lon,
        Bearings.full(Math.toDegrees(Math.atan2(east, north))),
        altitude,
        Atmosphere.calibratedOfTrue(speed, altitude));
  }
}
