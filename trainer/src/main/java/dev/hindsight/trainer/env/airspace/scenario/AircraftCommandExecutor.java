package dev.hindsight.trainer.env.airspace.scenario;

import dev.hindsight.trainer.env.airspace.flight.AirTraffic;

/// Executes commands on traffic. They take effect in the next step.
public final class AircraftCommandExecutor {
  private AircraftCommandExecutor() {}

  /// Gives a command to an aircraft; commands without an instruction do nothing.
  public static void execute(AirTraffic airTraffic, int aircraft, AircraftCommand aircraftCommand) {
    switch (aircraftCommand) {
      case AircraftCommand.Heading c -> airTraffic.commandedHeading[aircraft] = c.degrees();
      case AircraftCommand.Speed c -> airTraffic.commandedSpeed[aircraft] = c.speed();
      case AircraftCommand.VerticalSpeed c -> airTraffic.commandedVertical[aircraft] = c.speed();
      case AircraftCommand.Altitude c -> {
        airTraffic.tellAltitude(aircraft, c.metres());
        // The reference takes a vertical speed of 0 as no command.
        c.vertical().stream()
            .filter(v -> v != 0)
            .forEach(v -> airTraffic.commandedVertical[aircraft] = v);
      }
      case AircraftCommand.Create _, AircraftCommand.Waypoint _, AircraftCommand.Destination _ -> {}
    }
  }
}
