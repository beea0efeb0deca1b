package dev.hindsight.trainer.env.airspace.scenario;

import dev.hindsight.trainer.env.airspace.flight.AirTraffic;

/// Commands carried out on traffic. What is told takes effect in the step that follows.
public final class AircraftCommandExecutor {
  private AircraftCommandExecutor() {}

  /// Tells an aircraft what a command says; commands that tell it nothing do nothing.
  public static void execute(AirTraffic airTraffic, int aircraft, AircraftCommand aircraftCommand) {
    switch (aircraftCommand) {
      case AircraftCommand.Heading c -> airTraffic.toldHeading[aircraft] = c.degrees();
      case AircraftCommand.Speed c -> airTraffic.toldSpeed[aircraft] = c.speed();
      case AircraftCommand.VerticalSpeed c -> airTraffic.toldVertical[aircraft] = c.speed();
      case AircraftCommand.Altitude c -> {
        airTraffic.tellAltitude(aircraft, c.metres());
        // The reference takes a vertical speed of 0 for none.
        c.vertical().stream()
            .filter(v -> v != 0)
            .forEach(v -> airTraffic.toldVertical[aircraft] = v);
      }
      case AircraftCommand.Create _, AircraftCommand.Waypoint _, AircraftCommand.Destination _ -> {}
    }
  }
}
