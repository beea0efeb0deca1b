package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.airspace.flight.Airspeed;
import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import dev.hindsight.trainer.env.airspace.geo.FlatEarth;
import dev.hindsight.trainer.env.airspace.geo.GeoPosition;
import dev.hindsight.trainer.env.airspace.scenario.IntruderPlacement;

/// One aircraft at sea level flying north to a waypoint 100 to 150 km away, and five uncontrolled
/// ones placed to cross its path.
///
/// @param sector one that no aircraft leaves
record HorizontalTrafficGenerator(AirspaceConfig config, Sector sector)
    implements TrafficGenerator {
  static final int INTRUDERS = 5;
  private static final double SPEED = 150;

  @Override
  public int agents() {
    return 1;
  }

  @Override
  public int others() {
    return INTRUDERS;
  }

  @Override
  public void place(AirspaceState state) {
    GeoPosition own = new GeoPosition(sector.latitude(), sector.longitude());
    state.traffic.put(0, config.envelope(), own.latitude(), own.longitude(), 0, 0, SPEED);
    double miles = (100 + 50 * state.draw()) * 1000 / AviationUnits.NAUTICAL_MILE;
    GeoPosition exit = FlatEarth.towards(own, 0, miles);
    state.exitLatitude[0] = exit.latitude();
    state.exitLongitude[0] = exit.longitude();
    for (int i = 1; i <= INTRUDERS; i++) {
      IntruderPlacement placed =
          IntruderPlacement.of(
              new IntruderPlacement.Target(own, 0, 0, Airspeed.trueSpeed(SPEED, 0)),
              new IntruderPlacement.Meeting(
                  45 + 270 * state.draw(),
                  5 * state.draw(),
                  100 + 900 * state.draw(),
                  config.zone().radius()));
      state.exitLatitude[i] = Double.NaN;
      state.exitLongitude[i] = Double.NaN;
      state.traffic.put(
          i,
          config.envelope(),
          placed.latitude(),
          placed.longitude(),
          placed.heading(),
          placed.altitude(),
          placed.calibrated());
    }
  }
}
