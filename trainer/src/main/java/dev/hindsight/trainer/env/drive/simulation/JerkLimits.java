package dev.hindsight.trainer.env.drive.simulation;

/// The limits of a vehicle controlled by jerk: comfort and actuators, as in the reference.
public final class JerkLimits {
  /// Factors of continuous actions, m/s³: braking may be harder than accelerating.
  public static final float MOST_BRAKING_JERK = 15;

  /// Accelerating, and lateral, m/s³.
  public static final float MOST_JERK = 4;

  /// Longitudinal acceleration when braking, m/s².
  public static final float MOST_BRAKING = -5;

  /// Longitudinal acceleration when speeding up, m/s².
  public static final float MOST_ACCELERATION = 2.5f;

  /// Lateral acceleration, m/s².
  public static final float MOST_LATERAL = 4;

  /// Steering angle of the front wheels, radians.
  public static final float MOST_STEERING = 0.55f;

  /// Steering rate of the front wheels, radians per second.
  public static final float STEERING_RATE = 0.6f;

  /// Wheelbase in metres per metre of length.
  public static final float WHEELBASE = 0.6f;

  /// Lower bound of squared speeds, curvatures and angles; smaller ones count as this or as 0.
  static final float LEAST = 1e-5f;

  private JerkLimits() {}

  /// Longitudinal acceleration after a tick, m/s²; a change of sign stops at 0 first.
  public static float along(float before, float after) {
    return toRest(before, after, MOST_BRAKING, MOST_ACCELERATION);
  }

  /// Lateral acceleration, by the same rule as [#along].
  public static float aside(float before, float after) {
    return toRest(before, after, -MOST_LATERAL, MOST_LATERAL);
  }

  /// The curvature for a lateral acceleration, 1/m.
  public static float curvature(float lateral, float speed) {
    return lateral / Math.max(speed * speed, LEAST);
  }

  /// The steering angle of the front wheels after a tick.
  ///
  /// @param wheelbase metres
  /// @param curvature wanted curvature, 1/m
  /// @param seconds duration of a tick
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
