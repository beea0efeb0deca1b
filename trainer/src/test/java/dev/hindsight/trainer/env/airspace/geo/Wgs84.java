package dev.hindsight.trainer.env.airspace.geo;

/// The slow geometry: great circles on a sphere whose radius is that of the WGS-84 ellipsoid at the
/// given latitude. It shows the error of the fast one.
final class Wgs84 {
  private static final double EQUATOR = 6378137.0;
  private static final double POLE = 6356752.314245;

  private Wgs84() {}

  /// Distance from the middle of the earth to sea level, in metres.
  static double radius(double latitude) {
    double cos = Math.cos(Math.toRadians(latitude));
    double sin = Math.sin(Math.toRadians(latitude));
    double an = EQUATOR * EQUATOR * cos;
    double bn = POLE * POLE * sin;
    double ad = EQUATOR * cos;
    double bd = POLE * sin;
    return Math.sqrt((an * an + bn * bn) / (ad * ad + bd * bd));
  }

  /// Initial bearing in `(-180, 180]` and distance from one place to another.
  static BearingAndDistance between(GeoPosition from, GeoPosition to) {
    double lat1 = Math.toRadians(from.latitude());
    double lat2 = Math.toRadians(to.latitude());
    double east = Math.toRadians(to.longitude()) - Math.toRadians(from.longitude());
    double bearing =
        Math.toDegrees(
            Math.atan2(
                Math.sin(east) * Math.cos(lat2),
                Math.cos(lat1) * Math.sin(lat2)
                    - Math.sin(lat1) * Math.cos(lat2) * Math.cos(east)));
    return new BearingAndDistance(bearing, metres(from, to) / AviationUnits.NAUTICAL_MILE);
  }

  /// Distance in metres.
  static double metres(GeoPosition from, GeoPosition to) {
    double lat1 = Math.toRadians(from.latitude());
    double lat2 = Math.toRadians(to.latitude());
    double east = Math.toRadians(to.longitude()) - Math.toRadians(from.longitude());
    double cosine =
        Math.cos(lat1) * Math.cos(lat2) * Math.cos(east) + Math.sin(lat1) * Math.sin(lat2);
    // Rounding may carry the cosine of equal places over 1, where the reference gives NaN.
    return meanRadius(from.latitude(), to.latitude()) * Math.acos(Math.min(1, cosine));
  }

  /// The place in some direction at some distance along a great circle.
  static GeoPosition towards(GeoPosition from, double bearing, double miles) {
    double angle = miles / (radius(from.latitude()) / AviationUnits.NAUTICAL_MILE);
    double lat1 = Math.toRadians(from.latitude());
    double course = Math.toRadians(bearing);
    double lat2 =
        Math.asin(
            Math.sin(lat1) * Math.cos(angle) + Math.cos(lat1) * Math.sin(angle) * Math.cos(course));
    double lon2 =
        Math.toRadians(from.longitude())
            + Math.atan2(
                Math.sin(course) * Math.sin(angle) * Math.cos(lat1),
                Math.cos(angle) - Math.sin(lat1) * Math.sin(lat2));
    return new GeoPosition(Math.toDegrees(lat2), Math.toDegrees(lon2));
  }

  /// Across the equator the mean latitude says nothing about the latitudes in between.
  private static double meanRadius(double lat1, double lat2) {
    if (lat1 * lat2 >= 0) {
      return radius(0.5 * (lat1 + lat2));
    }
    double one = Math.abs(lat1);
    double two = Math.abs(lat2);
    return 0.5
        * (one * (radius(lat1) + EQUATOR) + two * (radius(lat2) + EQUATOR))
        / Math.max(0.000001, one + two);
  }
}
