package dev.hindsight.trainer.env.airspace.scenario;

import dev.hindsight.trainer.env.airspace.geo.GeoPosition;
import java.util.OptionalDouble;

/// A command to the simulator about one aircraft, in SI units and degrees.
public sealed interface AircraftCommand {
  /// The aircraft.
  String callsign();

  /// Create an aircraft (`CRE`).
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
  /// @param vertical climb or descent in m/s, if given
  record Altitude(String callsign, double metres, OptionalDouble vertical)
      implements AircraftCommand {}

  /// Climb or descend at a speed (`VS`).
  ///
  /// @param speed m/s
  record VerticalSpeed(String callsign, double speed) implements AircraftCommand {}

  /// Pass a waypoint (`ADDWPT`). It is drawn, but no aircraft turns for it; the last one is the
  /// exit of an aircraft without a destination.
  record Waypoint(String callsign, GeoPosition at) implements AircraftCommand {}

  /// Leave at a place (`DEST`).
  record Destination(String callsign, GeoPosition at) implements AircraftCommand {}
}
