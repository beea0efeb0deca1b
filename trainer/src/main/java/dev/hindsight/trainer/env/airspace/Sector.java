package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.airspace.geo.AviationUnits;

/// The sector and its map: metres east and north of its middle. Hot: allocates nothing.
///
/// @param latitude degrees of the middle
/// @param longitude degrees of the middle
/// @param radius metres; infinite if no aircraft leaves it
record Sector(double latitude, double longitude, double radius) {
  private static final double METRES = Math.toRadians(1) * AviationUnits.EARTH_RADIUS;

  double x(double lon) {
    return (lon - longitude) * METRES * Math.cos(Math.toRadians(latitude));
  }

  double y(double lat) {
    return (lat - latitude) * METRES;
  }

  double longitudeOf(double x) {
    return longitude + x / (METRES * Math.cos(Math.toRadians(latitude)));
  }

  double latitudeOf(double y) {
    return latitude + y / METRES;
  }

  /// Metres north from one place to another.
  static double north(double fromLat, double toLat) {
    return (toLat - fromLat) * METRES;
  }

  /// Metres east from one place to another, at their mean latitude.
  static double east(double fromLat, double fromLon, double toLat, double toLon) {
    return (toLon - fromLon) * METRES * Math.cos(Math.toRadians((fromLat + toLat) * 0.5));
  }

  /// Whether a place is outside.
  boolean outside(double lat, double lon) {
    double east = x(lon);
    double north = y(lat);
    double square = east * east + north * north;
    // The exact length is slow; it is computed only if rounding could matter.
    return square > radius * radius * 0.999999 && Math.hypot(east, north) > radius;
  }
}
