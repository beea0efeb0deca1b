package dev.hindsight.trainer.env.airspace.conflict;

/// The reference's complete resolver, in three dimensions and on its own conflicts, around
/// [VoltagePotential#push], so that the formula is checked against the reference's numbers.
final class Mvp {
  private final ProtectedZone protectedZone;

  /// Metres a second by which the relative velocity is to change.
  private double east;

  private double north;
  private double up;
  private double solveSeconds;

  /// @param protectedZone what is to be kept clear
  Mvp(ProtectedZone protectedZone) {
    this.protectedZone = protectedZone;
  }

  /// What one conflict asks for. The intruder gets it, the own aircraft its opposite.
  void resolve(AircraftColumns aircraftColumns, Conflicts conflicts, int pair) {
    int i = conflicts.own[pair];
    int j = conflicts.intruder[pair];
    double radius = protectedZone.radius() * VoltagePotential.MARGIN;
    double bearing = Math.toRadians(conflicts.bearing[pair]);
    double distance = conflicts.distance[pair];
    double toClosest = conflicts.toClosest[pair];
    double dx = Math.sin(bearing) * distance;
    double dy = Math.cos(bearing) * distance;
    double track = Math.toRadians(aircraftColumns.track()[i]);
    double other = Math.toRadians(aircraftColumns.track()[j]);
    double u =
        aircraftColumns.speed()[j] * Math.sin(other) - aircraftColumns.speed()[i] * Math.sin(track);
    double v =
        aircraftColumns.speed()[j] * Math.cos(other) - aircraftColumns.speed()[i] * Math.cos(track);
    double x = dx + u * toClosest;
    double y = dy + v * toClosest;
    double closest = Math.sqrt(x * x + y * y);
    double push = VoltagePotential.push(radius, distance, closest);
    if (closest <= VoltagePotential.HEAD_ON) {
      closest = VoltagePotential.HEAD_ON;
      x = dy / distance * closest;
      y = -dx / distance * closest;
    }
    east = push * x / (Math.abs(toClosest) * closest);
    north = push * y / (Math.abs(toClosest) * closest);
    vertical(aircraftColumns, i, j, conflicts.toLoss[pair]);
  }

  private void vertical(AircraftColumns aircraftColumns, int i, int j, double toLoss) {
    double height = protectedZone.halfHeight() * VoltagePotential.MARGIN;
    double above = aircraftColumns.altitude()[j] - aircraftColumns.altitude()[i];
    double climb = aircraftColumns.vertical()[j] - aircraftColumns.vertical()[i];
    boolean level = Math.abs(climb) == 0;
    double intrusion = level ? height - Math.abs(above) : height;
    solveSeconds = level ? toLoss : Math.abs(above / climb);
    if (solveSeconds > protectedZone.lookahead()) {
      solveSeconds = toLoss;
      intrusion = height;
    }
    up = level ? intrusion / solveSeconds : intrusion / solveSeconds * -Math.signum(climb);
  }

  /// East part of what was asked for last, m/s.
  double east() {
    return east;
  }

  /// North part, m/s.
  double north() {
    return north;
  }

  /// Vertical part, m/s.
  double up() {
    return up;
  }

  /// Seconds in which the vertical part solves the conflict by itself.
  double solveSeconds() {
    return solveSeconds;
  }
}
