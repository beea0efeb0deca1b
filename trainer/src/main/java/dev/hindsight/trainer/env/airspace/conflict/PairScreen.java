package dev.hindsight.trainer.env.airspace.conflict;

import dev.hindsight.trainer.env.airspace.geo.AviationUnits;

/// Selects the pairs that need the exact computation: all that are in conflict or have lost
/// separation, and few others. Hot: allocates nothing; plain loops over runs of doubles, without
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

  /// The greatest speed over the ground of an aircraft that is present, m/s.
  private double fastest;

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

  /// The aircraft that are present, sorted so that those near each other are in runs.
  private final NearCells cells;

  // The same measures in that order, so that loops over runs read consecutive numbers.
  private final double[] sortedNorth;
  private final double[] sortedEast;
  private final double[] sortedCos;
  private final double[] sortedSin;
  private final double[] sortedSpeedNorth;
  private final double[] sortedSpeedEast;
  private final double[] sortedAltitude;
  private final double[] sortedVertical;
  private final double[] excess;

  PairScreen(int aircraft) {
    cells = new NearCells(aircraft);
    sortedNorth = new double[aircraft];
    sortedEast = new double[aircraft];
    sortedCos = new double[aircraft];
    sortedSin = new double[aircraft];
    sortedSpeedNorth = new double[aircraft];
    sortedSpeedEast = new double[aircraft];
    sortedAltitude = new double[aircraft];
    sortedVertical = new double[aircraft];
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

  /// Reads the positions of all aircraft and sorts them.
  ///
  /// @return the aircraft in the order that [#row] counts in
  NearCells look(AircraftColumns aircraftColumns, ProtectedZone protectedZone) {
    fastest = 0;
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
      if (aircraftColumns.absent()[i] == 0) {
        // A speed that is NaN makes the result NaN, and then all pairs count as near.
        fastest = Math.max(fastest, Math.abs(aircraftColumns.speed()[i]));
      }
    }
    cells.sort(aircraftColumns, this, reach(protectedZone));
    for (int k = 0; k < cells.count; k++) {
      int i = cells.order[k];
      sortedNorth[k] = north[i];
      sortedEast[k] = east[i];
      sortedCos[k] = cosHalf[i];
      sortedSin[k] = sinHalf[i];
      sortedSpeedNorth[k] = speedNorth[i];
      sortedSpeedEast[k] = speedEast[i];
      sortedAltitude[k] = aircraftColumns.altitude()[i];
      sortedVertical[k] = aircraftColumns.vertical()[i];
    }
    return cells;
  }

  /// Metres beyond which no two aircraft can be in conflict, even if two of the fastest fly towards
  /// each other.
  private double reach(ProtectedZone protectedZone) {
    return WIDER * (protectedZone.radius() + 2 * fastest * protectedZone.lookahead());
  }

  /// How far the aircraft of a run are from a possible conflict with another one; negative if there
  /// may be one. The measure is symmetric, so every pair is computed once.
  ///
  /// @param own the place of that other one in the order of [#look]
  /// @param from first place of the run
  /// @param to place after the last of the run
  /// @return by place; the array belongs to this object, and only the run's entries mean anything
  double[] row(int own, int from, int to, ProtectedZone protectedZone) {
    double r2 = protectedZone.radius() * protectedZone.radius() * WIDER;
    double high = protectedZone.halfHeight() * WIDER;
    double look = protectedZone.lookahead();
    double climb = WIDER * look;
    double ownNorth = sortedNorth[own];
    double ownEast = sortedEast[own];
    double ownCos = sortedCos[own];
    double ownSin = sortedSin[own];
    double ownSpeedNorth = sortedSpeedNorth[own];
    double ownSpeedEast = sortedSpeedEast[own];
    double ownAltitude = sortedAltitude[own];
    double ownVertical = sortedVertical[own];
    for (int j = from; j < to; j++) {
      double turned = sortedEast[j] - ownEast;
      double around = turned - TURN * Math.rint(turned * PER_TURN);
      double x = around * (ownCos * sortedCos[j] - ownSin * sortedSin[j]);
      double y = sortedNorth[j] - ownNorth;
      double u = sortedSpeedEast[j] - ownSpeedEast;
      double v = sortedSpeedNorth[j] - ownSpeedNorth;
      double w2 = Math.max(u * u + v * v, 1e-6);
      double away = x * u + y * v;
      double d2 = x * x + y * y;
      // The nearest point of the path within the look-ahead: one division for all three limits.
      double when = Math.min(Math.max(-away / w2, 0), look);
      double horizontal = d2 + when * (2 * away + when * w2) - 1e-9 * d2 - r2;
      double over = Math.abs(sortedAltitude[j] - ownAltitude) - high;
      double apart = over - climb * Math.abs(sortedVertical[j] - ownVertical);
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
