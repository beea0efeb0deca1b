package dev.hindsight.trainer.env.airspace.flight;

/// Speeds that are told as one number: a Mach number up to [#MACH_BELOW], above it calibrated
/// airspeed in m/s. Hot: allocates nothing.
public final class Airspeed {
  /// A speed below this is a Mach number, if it is above [#MACH_ABOVE].
  public static final double MACH_BELOW = 2;

  /// Nothing flies at a Mach number below this.
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
