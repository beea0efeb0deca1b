package dev.hindsight.trainer.env.airspace.flight;

/// Speeds given as one number: below [#MACH_BELOW] a Mach number, above it calibrated airspeed in
/// m/s. Hot: allocates nothing.
public final class Airspeed {
  /// A speed between [#MACH_ABOVE] and this is a Mach number.
  public static final double MACH_BELOW = 2;

  /// Lower limit of Mach numbers.
  public static final double MACH_ABOVE = 0.1;

  private Airspeed() {}

  /// Whether a speed is a Mach number.
  public static boolean isMach(double speed) {
    return speed > MACH_ABOVE && speed < MACH_BELOW;
  }

  /// True airspeed in m/s.
  public static double trueSpeed(double speed, double altitude) {
    return isMach(speed)
        ? Atmosphere.trueOfMach(speed, altitude)
        : Atmosphere.trueOfCalibrated(speed, altitude);
  }
}
