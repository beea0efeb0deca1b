package dev.hindsight.trainer.env.airspace.conflict;

/// Modified voltage potential (Hoekstra, 2001; the reference's form): each conflict pushes its
/// aircraft apart at the closest point of approach, just far enough; the pushes of several
/// conflicts are added. Hot: allocates nothing.
public final class VoltagePotential {
  /// Factor by which the resolver enlarges the zone.
  public static final double MARGIN = 1.01;

  /// Metres; a closest approach nearer than this gives no direction to push in, so one is made up.
  public static final double HEAD_ON = 10;

  private VoltagePotential() {}

  /// Metres by which to move the closest approach outward.
  ///
  /// @param radius of the zone, metres
  /// @param distance between the two now, metres
  /// @param closest distance at the closest approach, metres; may be below [#HEAD_ON]
  public static double push(double radius, double distance, double closest) {
    double from = Math.max(closest, HEAD_ON);
    // Aim at the tangent of the zone, so that the new path does not graze it.
    return radius < distance && from < distance
        ? radius / Math.cos(Math.asin(radius / distance) - Math.asin(from / distance)) - from
        : radius - closest;
  }
}
