package dev.hindsight.trainer.env.excavation.simulation;

/// Exact directions in steps of 30 degrees: 0 looks along the columns, 1 is 30 degrees
/// anticlockwise on the screen. Rows grow downward.
final class Heading {
  private static final double HALF_ROOT_3 = StrictMath.sqrt(3) / 2;
  private static final double[] SINE = {
    0, 0.5, HALF_ROOT_3, 1, HALF_ROOT_3, 0.5, 0, -0.5, -HALF_ROOT_3, -1, -HALF_ROOT_3, -0.5
  };

  private Heading() {}

  /// Sine of a direction, exact for 0, 30 and 90 degrees.
  static double sine(int direction) {
    return SINE[Math.floorMod(direction, SINE.length)];
  }

  /// Cosine of a direction.
  static double cosine(int direction) {
    return sine(direction + 3);
  }

  /// Angle of a direction in radians.
  static double radians(int direction) {
    return direction * (Math.PI / 6);
  }
}
