package dev.hindsight.trainer.env.airspace.conflict;

import dev.hindsight.trainer.env.airspace.geo.AviationUnits;

/// Selects the pairs that need the exact computation: all that are in conflict or have lost
/// separation, and few others. Hot: allocates nothing; plain loops over rows of doubles, without
/// calls that would prevent vectorisation.
///
/// It uses the same plane geometry as the exact computation, with the trigonometry moved out of the
/// pairs and every limit widened by more than rounding errors can be.
final class PairScreen {
  private static final double WIDER = 1.001;

  /// Circumference of the equator in metres.
  private static final double TURN = 2 * Math.PI * AviationUnits.EARTH_RADIUS;

  private static final double PER_TURN = 1 / TURN;
  private static final double DEGREE = Math.toRadians(1) * AviationUnits.EARTH_RADIUS;

  private final double[] north;
  private final double[] east;

  /// `[N]` cosine of half the latitude.
  final double[] cosHalf;

  /// `[N]` sine of half the latitude.
  final double[] sinHalf;

  /// `[N]` cosine of the track.
  final double[] cosTrack;

  /// `[N]` sine of the track.
  final double[] sinTrack;

  /// `[N]` m/s.
  final double[] speedNorth;

  /// `[N]` m/s.
  final double[] speedEast;

  private final double[] excess;

  PairScreen(int aircraft) {
    north = new double[aircraft];
    east = new double[aircraft];
    cosHalf = new double[aircraft];
    sinHalf = new double[aircraft];
    cosTrack = new double[aircraft];
    sinTrack = new double[aircraft];
    speedNorth = new double[aircraft];
    speedEast = new double[aircraft];
    excess = new double[aircraft];
  }

  /// Reads the positions of all aircraft.
  void look(AircraftColumns aircraftColumns) {
    for (int i = 0; i < aircraftColumns.count(); i++) {
      double half = Math.toRadians(aircraftColumns.latitude()[i]) * 0.5;
      double track = Math.toRadians(aircraftColumns.track()[i]);
      north[i] = Math.toRadians(aircraftColumns.latitude()[i]) * AviationUnits.EARTH_RADIUS;
      east[i] = aircraftColumns.longitude()[i] * DEGREE;
      cosHalf[i] = Math.cos(half);
      sinHalf[i] = Math.sin(half);
      cosTrack[i] = Math.cos(track);
      sinTrack[i] = Math.sin(track);
      speedNorth[i] = aircraftColumns.speed()[i] * cosTrack[i];
      speedEast[i] = aircraftColumns.speed()[i] * sinTrack[i];
    }
  }

  /// How far each aircraft with a higher index is from a possible conflict with `own`; negative if
  /// there may be one. The measure is symmetric, so every pair is computed once. The array belongs
  /// to this object; entries up to `own` mean nothing.
  double[] row(AircraftColumns aircraftColumns, int own, ProtectedZone protectedZone) {
    double r2 = protectedZone.radius() * protectedZone.radius() * WIDER;
    double high = protectedZone.halfHeight() * WIDER;
    double look = protectedZone.lookahead();
    double climb = WIDER * look;
    int count = aircraftColumns.count();
    double[] altitude = aircraftColumns.altitude();
    double[] vertical = aircraftColumns.vertical();
    double ownNorth = north[own];
    double ownEast = east[own];
    double ownCos = cosHalf[own];
    double ownSin = sinHalf[own];
    double ownSpeedNorth = speedNorth[own];
    double ownSpeedEast = speedEast[own];
    double ownAltitude = altitude[own];
    double ownVertical = vertical[own];
    for (int j = own + 1; j < count; j++) {
      double turned = east[j] - ownEast;
      double around = turned - TURN * Math.rint(turned * PER_TURN);
      double x = around * (ownCos * cosHalf[j] - ownSin * sinHalf[j]);
      double y = north[j] - ownNorth;
      double u = speedEast[j] - ownSpeedEast;
      double v = speedNorth[j] - ownSpeedNorth;
      double w2 = Math.max(u * u + v * v, 1e-6);
      double away = x * u + y * v;
      double d2 = x * x + y * y;
      // The nearest point of the path within the look-ahead: one division for all three limits.
      double when = Math.min(Math.max(-away / w2, 0), look);
      double horizontal = d2 + when * (2 * away + when * w2) - 1e-9 * d2 - r2;
      double over = Math.abs(altitude[j] - ownAltitude) - high;
      double apart = over - climb * Math.abs(vertical[j] - ownVertical);
      excess[j] = Math.max(horizontal, apart);
    }
    return excess;
  }

  /// Whether two aircraft stay apart horizontally, by more than rounding errors, during an interval
  /// of time from now.
  boolean misses(int own, int other, ProtectedZone protectedZone, double from, double to) {
    double turned = east[other] - east[own];
    double around = turned - TURN * Math.rint(turned * PER_TURN);
    double x = around * (cosHalf[own] * cosHalf[other] - sinHalf[own] * sinHalf[other]);
    double y = north[other] - north[own];
    double u = speedEast[other] - speedEast[own];
    double v = speedNorth[other] - speedNorth[own];
    double w2 = Math.max(u * u + v * v, 1e-6);
    double away = x * u + y * v;
    double d2 = x * x + y * y;
    double when = Math.min(Math.max(-away / w2, from), to);
    double nearest2 = d2 + when * (2 * away + when * w2) - 1e-9 * d2;
    return nearest2 > protectedZone.radius() * protectedZone.radius() * WIDER;
  }
}
