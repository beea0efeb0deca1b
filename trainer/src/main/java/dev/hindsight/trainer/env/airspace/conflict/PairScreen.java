package dev.hindsight.trainer.env.airspace.conflict;

import dev.hindsight.trainer.env.airspace.geo.Units;

/// Which pairs are worth the exact reckoning: all that are in conflict or have lost separation, and
/// few others. Hot: allocates nothing; plain loops over rows of doubles without a call that could
/// not be vectorised.
///
/// The same plane geometry as the exact one with the trigonometry taken out of the pairs, and every
/// limit widened by more than rounding could matter.
final class PairScreen {
  private static final double WIDER = 1.001;

  private final double[] north;
  private final double[] east;
  private final double[] cosHalf;
  private final double[] sinHalf;
  private final double[] speedNorth;
  private final double[] speedEast;
  private final double[] excess;

  PairScreen(int aircraft) {
    north = new double[aircraft];
    east = new double[aircraft];
    cosHalf = new double[aircraft];
    sinHalf = new double[aircraft];
    speedNorth = new double[aircraft];
    speedEast = new double[aircraft];
    excess = new double[aircraft];
  }

  /// Takes over where everybody is.
  void look(View view) {
    for (int i = 0; i < view.count(); i++) {
      double half = Math.toRadians(view.latitude()[i]) * 0.5;
      double track = Math.toRadians(view.track()[i]);
      north[i] = Math.toRadians(view.latitude()[i]) * Units.EARTH_RADIUS;
      east[i] = view.longitude()[i];
      cosHalf[i] = Math.cos(half);
      sinHalf[i] = Math.sin(half);
      speedNorth[i] = view.speed()[i] * Math.cos(track);
      speedEast[i] = view.speed()[i] * Math.sin(track);
    }
  }

  /// How far each intruder is from mattering to an aircraft: negative where it may be in conflict.
  /// The array is this object's own.
  double[] row(View view, int own, Zone zone) {
    double degree = Math.toRadians(1) * Units.EARTH_RADIUS;
    double r2 = zone.radius() * zone.radius() * WIDER;
    double high = zone.halfHeight() * WIDER;
    double look = zone.lookahead();
    double[] altitude = view.altitude();
    double[] vertical = view.vertical();
    for (int j = 0; j < view.count(); j++) {
      double degrees = east[j] - east[own];
      double turns = Math.rint(degrees / 360);
      double scale = cosHalf[own] * cosHalf[j] - sinHalf[own] * sinHalf[j];
      double x = (degrees - 360 * turns) * degree * scale;
      double y = north[j] - north[own];
      double u = speedEast[j] - speedEast[own];
      double v = speedNorth[j] - speedNorth[own];
      double w2 = Math.max(u * u + v * v, 1e-6);
      double away = x * u + y * v;
      double d2 = x * x + y * y;
      double miss = Math.abs(d2 - away * away / w2) - 1e-9 * d2;
      double since = Math.max(away, 0);
      double until = Math.max(-away - look * w2, 0);
      double over = Math.abs(altitude[j] - altitude[own]) - high;
      double apart = over - WIDER * look * Math.abs(vertical[j] - vertical[own]);
      double horizontal = Math.max(miss, Math.max(since * since / w2, until * until / w2)) - r2;
      excess[j] = Math.max(horizontal, apart);
    }
    return excess;
  }
}
