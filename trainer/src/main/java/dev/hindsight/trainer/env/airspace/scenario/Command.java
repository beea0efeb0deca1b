package dev.hindsight.trainer.env.airspace.scenario;

import dev.hindsight.trainer.env.airspace.geo.Position;
import java.util.OptionalDouble;

/// What can be told to the simulator about one aircraft, in SI units and degrees.
public sealed interface Command {
  /// Whom it is about.
  String callsign();

  /// There is such an aircraft (`CRE`).
  ///
  /// @param speed calibrated airspeed in m/s, or a Mach number
  record Create(
      String callsign, String type, Position at, double heading, double altitude, double speed)
      implements Command {}

  /// Fly a heading (`HDG`).
  ///
  /// @param degrees clockwise from true north
  record Heading(String callsign, double degrees) implements Command {}

  /// Fly a speed (`SPD`).
  ///
  /// @param speed calibrated airspeed in m/s, or a Mach number
  record Speed(String callsign, double speed) implements Command {}

  /// Fly to an altitude (`ALT`).
  ///
  /// @param vertical m/s to climb or descend with, where that is told too
  record Altitude(String callsign, double metres, OptionalDouble vertical) implements Command {}

  /// Climb or descend so fast (`VS`).
  ///
  /// @param speed m/s
  record VerticalSpeed(String callsign, double speed) implements Command {}

  /// Go by a place (`ADDWPT`). Nobody turns for it: it is drawn, and the last one is where an
  /// aircraft without a destination leaves.
  record Waypoint(String callsign, Position at) implements Command {}

  /// Leave there (`DEST`).
  record Destination(String callsign, Position at) implements Command {}
}
