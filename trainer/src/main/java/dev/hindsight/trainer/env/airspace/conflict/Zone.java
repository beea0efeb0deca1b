package dev.hindsight.trainer.env.airspace.conflict;

import dev.hindsight.trainer.env.airspace.geo.Units;

/// What is kept clear around an aircraft: a flat cylinder.
///
/// @param radius metres
/// @param halfHeight metres above, and below
/// @param lookahead seconds before it is entered from which that counts as a conflict
public record Zone(double radius, double halfHeight, double lookahead) {
  /// 5 NM, 1000 ft and 300 s.
  public static final Zone USUAL = new Zone(5 * Units.NAUTICAL_MILE, 1000 * Units.FOOT, 300);
}
