package dev.hindsight.trainer.env.airspace.scenario;

import dev.hindsight.trainer.env.airspace.flight.LayeredAtmosphere;
import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import dev.hindsight.trainer.env.airspace.geo.FlatEarth;
import dev.hindsight.trainer.env.airspace.geo.GeoPosition;

/// The placement of an intruder that loses separation with a target after a given time
/// ("creconfs").
///
/// @param latitude degrees
/// @param longitude degrees
/// @param heading degrees in `(-180, 180]`
/// @param altitude metres, the target's
/// @param calibrated airspeed in m/s that gives the target's ground speed
public record IntruderPlacement(
    double latitude, double longitude, double heading, double altitude, double calibrated) {

  /// The aircraft to meet.
  ///
  /// @param at its position
  /// @param track degrees
  /// @param altitude metres
  /// @param speed over the ground, m/s; the intruder gets the same
  public record Target(GeoPosition at, double track, double altitude, double speed) {}

  /// The geometry of the encounter.
  ///
  /// @param angle degrees from the target's track to the intruder's
  /// @param closest nautical miles between them at the closest approach
  /// @param toLoss seconds until separation is lost
  /// @param radius metres of the zone
  public record Meeting(double angle, double closest, double toLoss, double radius) {}

  /// Computes the placement.
  public static IntruderPlacement of(Target target, Meeting meeting) {
    double closest = meeting.closest() * AviationUnits.NAUTICAL_MILE;
    double own = Math.toRadians(target.track());
    double track = own + Math.toRadians(meeting.angle());
    double north = target.speed() * Math.cos(track);
    double east = target.speed() * Math.sin(track);
    double relativeNorth = target.speed() * Math.cos(own) - north;
    double relativeEast = target.speed() * Math.sin(own) - east;
    double relative = Math.sqrt(relativeNorth * relativeNorth + relativeEast * relativeEast);
    double inside =
        closest > meeting.radius()
            ? 0
            : Math.sqrt(meeting.radius() * meeting.radius() - closest * closest);
    double way = meeting.toLoss() * relative + inside;
    double distance = Math.sqrt(way * way + closest * closest);
    double along = way / distance;
    double aside = closest / distance;
    double bearing =
        Math.toDegrees(
            Math.atan2(
                -aside * relativeNorth + along * relativeEast,
                along * relativeNorth + aside * relativeEast));
    GeoPosition at =
        FlatEarth.towards(target.at(), bearing, distance / AviationUnits.NAUTICAL_MILE);
    return new IntruderPlacement(
        at.latitude(),
        at.longitude(),
        Math.toDegrees(Math.atan2(east, north)),
        target.altitude(),
        LayeredAtmosphere.calibratedOfTrue(
            Math.sqrt(north * north + east * east), target.altitude()));
  }
}
