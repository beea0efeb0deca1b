package dev.hindsight.trainer.env.airspace.geo;

/// Angles in degrees, clockwise from north. Hot: allocates nothing.
public final class Bearings {
  private Bearings() {}

  /// The direction normalised to `[0, 360)`; the remainder takes the sign of 360, as in Python.
  public static double full(double degrees) {
    double rest = degrees % 360;
    if (rest < 0) {
      return rest + 360;
    }
    return rest + 0.0; // -0 becomes 0
  }

  /// The direction normalised to `[-180, 180)`.
  public static double half(double degrees) {
    return full(degrees + 180) - 180;
  }

  /// A difference of longitudes the short way round, across the date line too. One of at most half
  /// a turn stays as it is, to the bit.
  public static double shortWay(double degrees) {
    return Math.abs(degrees) <= 180 ? degrees : half(degrees);
  }

  /// The direction normalised to `(-180, 180]`; half a turn is positive.
  public static double bound(double degrees) {
    double half = half(degrees);
    return half == -180 && degrees > 0 ? 180 : half;
  }
}
