package dev.hindsight.trainer.env.airspace.geo;

/// The units of air traffic in SI, and the constants of the reference simulator. State is in SI and
/// degrees; commands are in feet, knots, feet per minute and degrees.
public final class AviationUnits {
  /// A knot in m/s, as the reference rounds it.
  public static final double KNOT = 0.514444;

  /// A foot in metres.
  public static final double FOOT = 0.3048;

  /// A foot per minute in m/s.
  public static final double FOOT_PER_MINUTE = FOOT / 60;

  /// A nautical mile in metres.
  public static final double NAUTICAL_MILE = 1852;

  /// A flight level in metres.
  public static final double FLIGHT_LEVEL = 100 * FOOT;

  /// Gravity in m/s².
  public static final double GRAVITY = 9.80665;

  /// Radius in metres of the sphere that aircraft move on.
  public static final double EARTH_RADIUS = 6371000;

  private AviationUnits() {}
}
