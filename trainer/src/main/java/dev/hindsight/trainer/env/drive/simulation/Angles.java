package dev.hindsight.trainer.env.drive.simulation;

/// Angles in radians, in the reference's mixed precision: floats, wrapped with π as a double.
final class Angles {
  /// From here on, subtracting turns one by one would take long.
  private static final float MANY_TURNS = 1000;

  private Angles() {}

  /// Wraps an angle that is less than a turn out of range to ±π.
  static float wrapOnce(float angle) {
    if (angle > Math.PI) {
      return (float) (angle - 2 * Math.PI);
    }
    return angle < -Math.PI ? (float) (angle + 2 * Math.PI) : angle;
  }

  /// Wraps any angle to ±π.
  static float wrap(float angle) {
    float wrapped = Math.abs(angle) > MANY_TURNS ? remainder(angle) : angle;
    while (Math.abs(wrapped) > Math.PI) {
      wrapped = wrapOnce(wrapped);
    }
    return wrapped;
  }

  private static float remainder(float angle) {
    return (float) Math.IEEEremainder(angle, 2 * Math.PI);
  }
}
