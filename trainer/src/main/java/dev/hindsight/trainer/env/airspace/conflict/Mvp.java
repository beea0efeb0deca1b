package dev.hindsight.trainer.env.airspace.conflict;

/// Modified voltage potential (Hoekstra, 2001; the reference's form): each conflict pushes its
/// aircraft apart at the closest point of approach, just far enough; what several conflicts ask for
/// is added. Hot: one owner thread; allocates nothing.
public final class Mvp {
  /// By how much more than the zone is kept clear.
  public static final double MARGIN = 1.01;

  /// A closest approach nearer than this has no direction to push in; one is made up.
  private static final double HEAD_ON = 10;

  private final ProtectedZone protectedZone;

  /// Metres a second by which the relative velocity is to change.
  private double east;

  private double north;
  private double up;
  private double solveSeconds;

  /// @param protectedZone what is to be kept clear
  public Mvp(ProtectedZone protectedZone) {
    this.protectedZone = protectedZone;
  }

  /// What one conflict asks for. The intruder gets it, the own aircraft its opposite.
  public void resolve(AircraftColumns aircraftColumns, Conflicts conflicts, int pair) {
    int i = conflicts.own[pair];
    int j = conflicts.intruder[pair];
    double radius = protectedZone.radius() * MARGIN;
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
    double intrusion = radius - closest;
    if (closest <= HEAD_ON) {
      closest = HEAD_ON;
      x = dy / distance * closest;
      y = -dx / distance * closest;
    }
    double push = intrusion;
    if (radius < distance && closest < distance) {
      // The tangent to the zone, lest the way out graze it.
      push =
          radius / Math.cos(Math.asin(radius / distance) - Math.asin(closest / distance)) - closest;
    }
    east = push * x / (Math.abs(toClosest) * closest);
    north = push * y / (Math.abs(toClosest) * closest);
    vertical(aircraftColumns, i, j, conflicts.toLoss[pair]);
  }

  private void vertical(AircraftColumns aircraftColumns, int i, int j, double toLoss) {
    double height = protectedZone.halfHeight() * MARGIN;
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
  public double east() {
    return east;
  }

  /// North part, m/s.
  public double north() {
    return north;
  }

  /// Vertical part, m/s.
  public double up() {
    return up;
  }

  /// Seconds in which the vertical part solves the conflict by itself.
  public double solveSeconds() {
    return solveSeconds;
  }
}
