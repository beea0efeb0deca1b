package dev.hindsight.trainer.env.airspace.geo;

/// The fast geometry ("kwik"): a plane whose east-west scale is that of the mean latitude. The
/// order of operations is the reference's, so that differences of nearly equal numbers agree too.
public final class FlatEarth {
  private FlatEarth() {}

  /// Bearing in `[0, 360)` and distance from one place to another.
  public static BearingAndDistance between(GeoPosition from, GeoPosition to) {
    double north = Math.toRadians(to.latitude() - from.latitude());
    double east = Math.toRadians(Bearings.half(to.longitude() - from.longitude()));
    double scale = scale(from.latitude(), to.latitude());
    return new BearingAndDistance(bearing(north, east, scale), miles(north, east, scale));
  }

  /// The place at a bearing and distance; longitude in `[-180, 180)`.
  public static GeoPosition towards(GeoPosition from, double bearing, double miles) {
    double east = miles * Math.sin(Math.toRadians(bearing));
    double north = miles * Math.cos(Math.toRadians(bearing));
    double longitude =
        from.longitude() + east / Math.max(0.01, 60 * Math.cos(Math.toRadians(from.latitude())));
    return new GeoPosition(from.latitude() + north / 60, Bearings.half(longitude));
  }

  /// Cosine of the mean latitude. Hot: allocates nothing.
  public static double scale(double latitude, double other) {
    return Math.cos(Math.toRadians(latitude + other) * 0.5);
  }

  /// Nautical miles. Hot: allocates nothing.
  ///
  /// @param north difference of latitudes in radians
  /// @param east difference of longitudes in radians, the short way round
  public static double miles(double north, double east, double scale) {
    double angle = Math.sqrt(north * north + east * east * (scale * scale));
    return AviationUnits.EARTH_RADIUS * angle / AviationUnits.NAUTICAL_MILE;
  }

  /// Degrees in `[0, 360)`. Hot: allocates nothing.
  public static double bearing(double north, double east, double scale) {
    return Bearings.full(Math.toDegrees(Math.atan2(east * scale, north)));
  }
}
