package dev.hindsight.trainer.env.airspace.scenario;

import dev.hindsight.trainer.env.airspace.geo.GeoPosition;
import java.util.OptionalDouble;

/// What can be told to the simulator about one aircraft, in SI units and degrees.
public sealed interface AircraftCommand {
  /// Whom it is about.
  String callsign();

  /// There is such an aircraft (`CRE`).
  ///
  /// @param speed calibrated airspeed in m/s, or a Mach number
  record Create(
      String callsign, String type, GeoPosition at, double heading, double altitude, double speed)
      implements AircraftCommand {}

  /// Fly a heading (`HDG`).
  ///
  /// @param degrees clockwise from true north
  record Heading(String callsign, double degrees) implements AircraftCommand {}

  /// Fly a speed (`SPD`).
  ///
  /// @param speed calibrated airspeed in m/s, or a Mach number
  record Speed(String callsign, double speed) implements AircraftCommand {}

  /// Fly to an altitude (`ALT`).
  ///
  /// @param vertical m/s to climb or descend with, where that is told too
  record Altitude(String callsign, double metres, OptionalDouble vertical)
      implements AircraftCommand {}

  /// Climb or descend so fast (`VS`).
  ///
  /// @param speed m/s
  record VerticalSpeed(String callsign, double speed) implements AircraftCommand {}

  /// Go by a place (`ADDWPT`). Nobody turns for it: it is drawn, and the last one is where an
  /// aircraft without a destination leaves.
  record Waypoint(String callsign, GeoPosition at) implements AircraftCommand {}

  /// Leave there (`DEST`).
  record Destination(String callsign, GeoPosition at) implements AircraftCommand {}
}
