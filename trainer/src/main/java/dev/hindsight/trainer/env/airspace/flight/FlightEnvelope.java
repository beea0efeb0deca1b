package dev.hindsight.trainer.env.airspace.flight;

import dev.hindsight.trainer.env.StateStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The performance limits of a type of aircraft.
///
/// @param type ICAO designator: `A320`
/// @param slowest least calibrated airspeed, m/s
/// @param fastest greatest calibrated airspeed, m/s
/// @param mach greatest Mach number
/// @param ceiling greatest altitude, m
/// @param vertical greatest vertical speed up or down, m/s
/// @param acceleration along the flight path, m/s²
/// @param bank angle of bank in turns, degrees
public record FlightEnvelope(
    String type,
    double slowest,
    double fastest,
    double mach,
    double ceiling,
    double vertical,
    double acceleration,
    double bank) {
  /// No limits: the reference simulator without a performance model. 2 m/s², 25° of bank.
  public static final FlightEnvelope NONE = unlimited("");

  /// No limits, for an unknown type.
  public static FlightEnvelope unlimited(String type) {
    double any = Double.POSITIVE_INFINITY;
    return new FlightEnvelope(type, -any, any, any, any, any, 2, 25);
  }

  /// The most letters of a type in a stored state.
  private static final int LONGEST = 64;

  /// Its fields, for a stored state.
  ///
  /// @return the envelope itself, or the stored one
  static FlightEnvelope transferred(StateStream stream, FlightEnvelope own) {
    byte[] name = own.type().getBytes(StandardCharsets.UTF_8);
    byte[] type = Arrays.copyOf(name, stream.within(name.length, 0, LONGEST));
    stream.numbers(type);
    return new FlightEnvelope(
        new String(type, StandardCharsets.UTF_8),
        stream.number(own.slowest()),
        stream.number(own.fastest()),
        stream.number(own.mach()),
        stream.number(own.ceiling()),
        stream.number(own.vertical()),
        stream.number(own.acceleration()),
        stream.number(own.bank()));
  }

  /// Whether it has no limits.
  boolean limitless() {
    return fastest == Double.POSITIVE_INFINITY;
  }

  /// The nearest true airspeed it can fly at an altitude. Hot: allocates nothing.
  public double speed(double tas, double altitude) {
    if (limitless()) {
      return tas;
    }
    double least = Atmosphere.trueOfCalibrated(slowest, altitude);
    double most = Atmosphere.trueOfCalibrated(fastest, altitude);
    double byMach = Atmosphere.trueOfMach(mach, altitude);
    return Math.min(Math.clamp(tas, least, most), byMach);
  }

  /// The nearest calibrated airspeed that may be commanded. Hot: allocates nothing.
  public double calibrated(double cas) {
    return Math.clamp(cas, slowest, fastest);
  }
}
