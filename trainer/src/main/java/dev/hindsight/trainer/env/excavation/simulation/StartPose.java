package dev.hindsight.trainer.env.excavation.simulation;

/// How an episode begins.
///
/// @param row of the machine's centre
/// @param column of the machine's centre
/// @param base direction of the base, 0 to 11
/// @param cabin direction of the cabin relative to the base, 0 to 11
/// @param wheel position of the wheels, -2 to 2
/// @param load units of soil in the bucket
/// @param steps age of the episode, in steps
public record StartPose(int row, int column, int base, int cabin, int wheel, int load, int steps) {
  /// Checks the ranges.
  public StartPose {
    if (base < 0
        || base >= SiteGeometry.DIRECTIONS
        || cabin < 0
        || cabin >= SiteGeometry.DIRECTIONS
        || Math.abs(wheel) > SiteGeometry.WHEEL_STOP
        || load < 0
        || load > Byte.MAX_VALUE
        || steps < 0) {
      throw new IllegalArgumentException("not a start: " + base + ", " + cabin + ", " + wheel);
    }
  }

  /// A new episode of an empty machine that looks ahead.
  public static StartPose of(int row, int column, int base) {
    return new StartPose(row, column, base, 0, 0, 0, 0);
  }
}
