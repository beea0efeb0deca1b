package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import dev.hindsight.trainer.env.airspace.geo.Bearings;

/// The sector and its map: metres east and north of its middle, the short way round where the date
/// line lies between. Hot: allocates nothing.
///
/// @param latitude degrees of the middle
/// @param longitude degrees of the middle
/// @param radius metres; infinite if no aircraft leaves it
record Sector(double latitude, double longitude, double radius) {
  private static final double METRES = Math.toRadians(1) * AviationUnits.EARTH_RADIUS;
  private static final double TURN = 360 * METRES;
  private static final double PER_TURN = 1 / TURN;

  double x(double lon) {
    return Bearings.shortWay(lon - longitude) * METRES * Math.cos(Math.toRadians(latitude));
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
    return Bearings.shortWay(toLon - fromLon)
        * METRES
        * Math.cos(Math.toRadians((fromLat + toLat) * 0.5));
  }

  /// Metres of longitude at the equator.
  static double alongEquator(double lon) {
    return lon * METRES;
  }

  /// As [Bearings#shortWay], of a difference of such metres. Without a branch, for loops over all
  /// pairs.
  static double shortWay(double metres) {
    return metres - TURN * Math.rint(metres * PER_TURN);
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
