package dev.hindsight.trainer.env.airspace.scenario;

import dev.hindsight.trainer.env.airspace.flight.Traffic;

/// Commands carried out on traffic. What is told takes effect in the step that follows.
public final class Orders {
  private Orders() {}

  /// Tells an aircraft what a command says; commands that tell it nothing do nothing.
  public static void give(Traffic traffic, int aircraft, Command command) {
    switch (command) {
      case Command.Heading c -> traffic.toldHeading[aircraft] = c.degrees();
      case Command.Speed c -> traffic.toldSpeed[aircraft] = c.speed();
      case Command.VerticalSpeed c -> traffic.toldVertical[aircraft] = c.speed();
      case Command.Altitude c -> {
        traffic.tellAltitude(aircraft, c.metres());
        // The reference takes a vertical speed of 0 for none.
        c.vertical().stream().filter(v -> v != 0).forEach(v -> traffic.toldVertical[aircraft] = v);
      }
      case Command.Create _, Command.Waypoint _, Command.Destination _ -> {}
    }
  }
}
