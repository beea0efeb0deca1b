package dev.hindsight.trainer.env.airspace.flight;

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
