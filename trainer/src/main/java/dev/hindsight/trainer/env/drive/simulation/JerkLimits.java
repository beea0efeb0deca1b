package dev.hindsight.trainer.env.drive.simulation;

/// What bounds a vehicle that is driven by jerk: comfort and actuators, as in the reference.
public final class JerkLimits {
  /// Factors of continuous actions, m/s³: braking may be harder than speeding up.
  public static final float MOST_BRAKING_JERK = 15;

  /// The other way, and to the side, m/s³.
  public static final float MOST_JERK = 4;

  /// Accelerations along, m/s².
  public static final float MOST_BRAKING = -5;

  /// The same, speeding up.
  public static final float MOST_ACCELERATION = 2.5f;

  /// Acceleration to the side, m/s².
  public static final float MOST_LATERAL = 4;

  /// Angle of the front wheels, radians.
  public static final float MOST_STEERING = 0.55f;

  /// How fast they turn, radians per second.
  public static final float STEERING_RATE = 0.6f;

  /// Metres between the axles per metre of length.
  public static final float WHEELBASE = 0.6f;

  /// Below this, speeds squared, curvatures and angles count as this or as nothing.
  static final float LEAST = 1e-5f;

  private JerkLimits() {}

  /// An acceleration after a tick, m/s²; what would change its sign comes to rest at 0 instead.
  public static float along(float before, float after) {
    return toRest(before, after, MOST_BRAKING, MOST_ACCELERATION);
  }

  /// As [#along], to the side.
  public static float aside(float before, float after) {
    return toRest(before, after, -MOST_LATERAL, MOST_LATERAL);
  }

  /// The curvature an acceleration to the side asks for, 1/m.
  public static float curvature(float lateral, float speed) {
    return lateral / Math.max(speed * speed, LEAST);
  }

  /// The angle of the front wheels after a tick.
  ///
  /// @param wheelbase metres
  /// @param curvature what is asked for, 1/m
  /// @param seconds a tick takes
  public static float steering(float before, float wheelbase, float curvature, float seconds) {
    float wanted = (float) StrictMath.atan(curvature * wheelbase);
    float turn = clip(wanted - before, -STEERING_RATE * seconds, STEERING_RATE * seconds);
    return clip(before + turn, -MOST_STEERING, MOST_STEERING);
  }

  static float toRest(float before, float after, float low, float high) {
    return before * after < 0 ? 0 : clip(after, low, high);
  }

  private static float clip(float value, float low, float high) {
    return value < low ? low : value > high ? high : value;
  }
}
