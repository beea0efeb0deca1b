package dev.hindsight.trainer.env.airspace.conflict;

import dev.hindsight.trainer.env.airspace.flight.AirTraffic;

/// A detector's input for every aircraft: columns of the same length, read-only.
///
/// @param count number of aircraft
/// @param latitude degrees
/// @param longitude degrees
/// @param track degrees clockwise from north
/// @param speed over the ground, m/s
/// @param altitude metres
/// @param vertical upward speed, m/s
/// @param absent 1 if the aircraft is not present
public record AircraftColumns(
    int count,
    double[] latitude,
    double[] longitude,
    double[] track,
    double[] speed,
    double[] altitude,
    double[] vertical,
    byte[] absent) {
  /// The live columns of traffic.
  public static AircraftColumns of(AirTraffic airTraffic) {
    return new AircraftColumns(
        airTraffic.count,
        airTraffic.latitude,
        airTraffic.longitude,
        airTraffic.heading,
        airTraffic.trueSpeed,
        airTraffic.altitude,
        airTraffic.verticalSpeed,
        airTraffic.absent);
  }
}
