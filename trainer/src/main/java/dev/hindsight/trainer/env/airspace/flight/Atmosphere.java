package dev.hindsight.trainer.env.airspace.flight;

/// The standard atmosphere of the simulator's step, with conversions between calibrated airspeed
/// (CAS), true airspeed (TAS) and Mach numbers. m, m/s, K, kg/m³, Pa. Hot: allocates nothing.
///
/// The troposphere cools by 6.5 K per km; above it pressure falls exponentially.
public final class Atmosphere {
  /// Pressure at sea level.
  static final double PRESSURE = 101325;

  /// Density at sea level.
  static final double DENSITY = 1.225;

  /// Temperature at sea level.
  static final double TEMPERATURE = 288.15;

  /// Specific gas constant of air in J/(kg K).
  static final double GAS = 287.05287;

  /// Ratio of the specific heats of air.
  static final double GAMMA = 1.4;

  private static final double STRATOSPHERE = 216.65;
  private static final double TROPOPAUSE = 11000;

  private Atmosphere() {}

  /// Temperature at an altitude.
  public static double temperature(double altitude) {
    return Math.max(TEMPERATURE - 0.0065 * altitude, STRATOSPHERE);
  }

  /// Density at an altitude.
  public static double density(double altitude) {
    double tropospheric =
        DENSITY * Math.pow(temperature(altitude) / TEMPERATURE, 4.256848030018761);
    double above = Math.max(0, altitude - TROPOPAUSE);
    return above == 0 ? tropospheric : tropospheric * Math.exp(-above / 6341.552161);
  }

  /// Pressure at an altitude.
  public static double pressure(double altitude) {
    return density(altitude) * GAS * temperature(altitude);
  }

  /// Speed of sound at an altitude.
  public static double sound(double altitude) {
    return Math.sqrt(GAMMA * GAS * temperature(altitude));
  }

  /// True airspeed of a calibrated airspeed.
  public static double trueOfCalibrated(double cas, double altitude) {
    double rho = density(altitude);
    return trueOfCalibrated(cas, rho, rho * GAS * temperature(altitude));
  }

  /// Calibrated airspeed of a true airspeed.
  public static double calibratedOfTrue(double tas, double altitude) {
    double rho = density(altitude);
    return calibratedOfTrue(tas, rho, rho * GAS * temperature(altitude));
  }

  /// Mach number of a true airspeed.
  public static double machOfTrue(double tas, double altitude) {
    return tas / sound(altitude);
  }

  /// True airspeed of a Mach number.
  public static double trueOfMach(double mach, double altitude) {
    return mach * sound(altitude);
  }

  static double trueOfCalibrated(double cas, double rho, double p) {
    return trueOfImpact(cas, impact(cas), rho, p);
  }

  /// Impact pressure of a calibrated airspeed, Pa: the same at every altitude.
  static double impact(double cas) {
    return PRESSURE * (Math.pow(1 + DENSITY * cas * cas / (7 * PRESSURE), 3.5) - 1);
  }

  /// True airspeed of a calibrated airspeed.
  ///
  /// @param q its [#impact]
  static double trueOfImpact(double cas, double q, double rho, double p) {
    return Math.copySign(Math.sqrt(7 * p / rho * (Math.pow(1 + q / p, 2.0 / 7) - 1)), cas);
  }

  static double calibratedOfTrue(double tas, double rho, double p) {
    double q = p * (Math.pow(1 + rho * tas * tas / (7 * p), 3.5) - 1);
    double cas = Math.sqrt(7 * PRESSURE / DENSITY * (Math.pow(q / PRESSURE + 1, 2.0 / 7) - 1));
    return Math.copySign(cas, tas);
  }
}
