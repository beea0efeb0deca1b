package dev.hindsight.trainer.env.drive.driver;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.drive.simulation.JerkLimits;

/// Chooses actions of the jerk dynamics: each tick, an action changes the longitudinal and lateral
/// acceleration a little. Plans with accelerations that build up over time, then chooses the jerk
/// whose result one tick later is closest to the wanted one.
final class JerkControls implements DriverControls {
  private static final float TICK = 0.1f;

  /// Accelerations to plan with, m/s².
  private static final float[] PLANNED = {-5, -4, -2.667f, 0, 2.5f};

  /// Cost per squared m/s² away from the wanted acceleration.
  private static final float WEIGHT = 4;

  /// Below this speed, m/s, steering is computed as if the vehicle drove at it.
  private static final float SLOW = 3;

  /// Acceleration that stops a vehicle rolling backwards, m/s².
  private static final float FORWARD = 1;

  /// Least delay until steering takes effect, seconds.
  private static final float LAG = 0.4f;

  private final DriverObservation driverObservation;
  private final float[] along;
  private final float[] aside;

  JerkControls(DriverObservation driverObservation, ActionSpace.Discrete space) {
    this.driverObservation = driverObservation;
    along = ClassicControls.levels(space.factors().getFirst());
    aside = ClassicControls.levels(space.factors().getLast());
  }

  @Override
  public float ramp(float acceleration, float wanted, float speed, float seconds) {
    float least = acceleration - JerkLimits.MOST_BRAKING_JERK * seconds;
    float most = acceleration + JerkLimits.MOST_JERK * seconds;
    return Math.clamp(softened(wanted, speed), least, most);
  }

  /// Releases the brake before the vehicle stands still: it comes off at 4 m/s³, and the rest would
  /// push the vehicle backwards.
  private static float softened(float wanted, float speed) {
    return Math.max(wanted, -(float) Math.sqrt(2 * JerkLimits.MOST_JERK * Math.max(0, speed)));
  }

  @Override
  public float acceleration() {
    return driverObservation.acceleration;
  }

  @Override
  public float caution() {
    return 0.4f;
  }

  @Override
  public float lookAhead() {
    return lead() + Math.max(4, 0.55f * Math.abs(driverObservation.speed) + 2.5f);
  }

  /// Metres driven until the wheels could be straight again.
  private float lead() {
    return Math.abs(driverObservation.speed)
        * (LAG + Math.abs(driverObservation.lateral) / (2 * JerkLimits.MOST_JERK));
  }

  @Override
  public void rate(AccelerationCost accelerationCost, RouteCursor ahead, float[] logits, int at) {
    float curvature = wantedCurvature(ahead);
    float wanted =
        driverObservation.speed < 0
            ? FORWARD
            : softened(
                planned(accelerationCost),
                driverObservation.speed + driverObservation.acceleration * TICK);
    for (int a = 0; a < along.length; a++) {
      float next =
          JerkLimits.along(
              driverObservation.acceleration, driverObservation.acceleration + along[a] * TICK);
      float speed = driverObservation.speed + 0.5f * (driverObservation.acceleration + next) * TICK;
      for (int s = 0; s < aside.length; s++) {
        float cost = square(next - wanted) + square(missed(aside[s], speed, curvature));
        logits[at + a * aside.length + s] = -WEIGHT * cost;
      }
    }
  }

  /// Curvature of the arc to the target point from the vehicle's future position, 1/m, because
  /// steering now takes effect there.
  private float wantedCurvature(RouteCursor ahead) {
    float lead = lead();
    float turned = lead * (float) Math.tan(driverObservation.steering) / wheelbase();
    float x = ahead.x - lead;
    float y = ahead.y - lead * turned / 2;
    float cos = (float) Math.cos(turned);
    float sin = (float) Math.sin(turned);
    return 2 * (y * cos - x * sin) / (x * x + y * y);
  }

  private float wheelbase() {
    return JerkLimits.WHEELBASE * driverObservation.length;
  }

  private static float planned(AccelerationCost accelerationCost) {
    float best = 0;
    float least = Float.POSITIVE_INFINITY;
    for (float acceleration : PLANNED) {
      float cost = accelerationCost.cost(acceleration);
      if (cost < least) {
        least = cost;
        best = acceleration;
      }
    }
    return best;
  }

  /// Difference between the curvature after a tick and the wanted one, as a lateral acceleration,
  /// m/s².
  private float missed(float jerk, float speed, float curvature) {
    float wheelbase = wheelbase();
    float lateral =
        JerkLimits.aside(driverObservation.lateral, driverObservation.lateral + jerk * TICK);
    float asked = JerkLimits.curvature(lateral, speed);
    float steering = JerkLimits.steering(driverObservation.steering, wheelbase, asked, TICK);
    float driven = (float) Math.tan(steering) / wheelbase;
    return (driven - curvature) * Math.max(SLOW * SLOW, speed * speed);
  }

  private static float square(float value) {
    return value * value;
  }
}
