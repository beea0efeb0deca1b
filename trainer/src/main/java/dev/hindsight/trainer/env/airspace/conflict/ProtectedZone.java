package dev.hindsight.trainer.env.airspace.conflict;

import dev.hindsight.trainer.env.airspace.geo.AviationUnits;

/// The zone that other aircraft must stay out of: a flat cylinder.
///
/// @param radius metres
/// @param halfHeight metres above and below
/// @param lookahead seconds; entering the zone within this time counts as a conflict
public record ProtectedZone(double radius, double halfHeight, double lookahead) {
  /// 5 NM, 1000 ft and 300 s.
  public static final ProtectedZone USUAL =
      new ProtectedZone(5 * AviationUnits.NAUTICAL_MILE, 1000 * AviationUnits.FOOT, 300);
}
