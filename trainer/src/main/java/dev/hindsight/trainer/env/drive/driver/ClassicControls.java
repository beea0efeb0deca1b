package dev.hindsight.trainer.env.drive.driver;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.ActionSpace.Factor;

/// Chooses actions of the classic dynamics: an acceleration and an angle, both effective at once.
final class ClassicControls implements DriverControls {
  private static final float STEERING_WEIGHT = 30;
  private static final float TICK = 0.1f;

  private final DriverObservation driverObservation;
  private final float[] accelerations;
  private final float[] steerings;
  private final float[] accelerationCost;

  ClassicControls(DriverObservation driverObservation, ActionSpace.Discrete space) {
    this.driverObservation = driverObservation;
    accelerations = levels(space.factors().getFirst());
    steerings = levels(space.factors().getLast());
    accelerationCost = new float[accelerations.length];
  }

  @Override
  public float ramp(float acceleration, float wanted, float speed, float seconds) {
    return wanted;
  }

  @Override
  public float acceleration() {
    return 0;
  }

  @Override
  public float caution() {
    return 0;
  }

  @Override
  public float lookAhead() {
    return Math.max(4, 0.55f * Math.abs(driverObservation.speed) + 2.5f);
  }

  @Override
  public void rate(AccelerationCost pace, RouteCursor ahead, float[] logits, int at) {
    float x = ahead.x;
    float y = ahead.y;
    for (int a = 0; a < accelerations.length; a++) {
      accelerationCost[a] = pace.cost(accelerations[a]);
    }
    for (int s = 0; s < steerings.length; s++) {
      float missed = missed(steerings[s], x, y);
      float aside = STEERING_WEIGHT * (missed * missed);
      for (int a = 0; a < accelerations.length; a++) {
        logits[at + a * steerings.length + s] = -(accelerationCost[a] + aside);
      }
    }
  }

  /// How far the vehicle's direction would miss the target point after a tick of this steering;
  /// radians.
  ///
  /// The classic dynamics: slip `beta = tanh(tan(steering) / 2)`, yaw rate `v cos(beta)
  /// tan(steering) / length`. At walking pace a tick hardly turns the vehicle, so steering is
  /// computed as if it drove at 3 m/s.
  private float missed(float steering, float aheadX, float aheadY) {
    double beta = Math.tanh(0.5 * Math.tan(steering));
    double v = Math.max(3, driverObservation.speed);
    // Held for a few ticks, a steering angle turns the vehicle as far as the arc to the target
    // needs.
    double yaw = v * Math.cos(beta) * Math.tan(steering) / driverObservation.length;
    double x = v * TICK * Math.cos(beta);
    double y = v * TICK * Math.sin(beta);
    return (float) (Math.atan2(aheadY - y, aheadX - x) - yaw * TICK * 2);
  }

  static float[] levels(Factor factor) {
    float[] levels = new float[factor.levels().size()];
    for (int i = 0; i < levels.length; i++) {
      levels[i] = factor.levels().get(i);
    }
    return levels;
  }
}
