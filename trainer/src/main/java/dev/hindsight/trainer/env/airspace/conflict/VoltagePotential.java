package dev.hindsight.trainer.env.airspace.conflict;

/// Modified voltage potential (Hoekstra, 2001; the reference's form): each conflict pushes its
/// aircraft apart at the closest point of approach, just far enough; what several conflicts ask for
/// is added. Hot: allocates nothing.
public final class VoltagePotential {
  /// By how much more than the zone is kept clear.
  public static final double MARGIN = 1.01;

  /// A closest approach nearer than this, in metres, has no direction to push in; one is made up.
  public static final double HEAD_ON = 10;

  private VoltagePotential() {}

  /// Metres by which the closest approach is to move outward.
  ///
  /// @param radius of what is kept clear, metres
  /// @param distance between the two now, metres
  /// @param closest distance at the closest approach, metres; below [#HEAD_ON] too
  public static double push(double radius, double distance, double closest) {
    double from = Math.max(closest, HEAD_ON);
    // The tangent to the zone, lest the way out graze it.
    return radius < distance && from < distance
        ? radius / Math.cos(Math.asin(radius / distance) - Math.asin(from / distance)) - from
        : radius - closest;
  }
}
