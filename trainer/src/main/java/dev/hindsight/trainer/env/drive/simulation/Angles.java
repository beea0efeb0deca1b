package dev.hindsight.trainer.env.drive.simulation;

/// Angles in radians, in the mixed precision of the reference: floats, wrapped by the double π.
final class Angles {
  /// From here on taking turns off one by one would take long.
  private static final float MANY_TURNS = 1000;

  private Angles() {}

  /// Brings an angle less than a turn too far back to ±π.
  static float wrapOnce(float angle) {
    if (angle > Math.PI) {
      return (float) (angle - 2 * Math.PI);
    }
    return angle < -Math.PI ? (float) (angle + 2 * Math.PI) : angle;
  }

  /// Brings any angle back to ±π.
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
