package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import java.util.List;

/// A bicycle driven by jerk: accelerations and the steering angle are integrated, so that comfort
/// and actuators set limits. Hot loop: no allocation.
///
/// The lateral acceleration asks for a curvature a/v²; the steering angle follows it as fast as it
/// may; the body moves on the arc it then describes.
final class JerkDynamics implements Dynamics {
  private static final List<Float> LONG = List.of(-15f, -4f, 0f, 4f);
  private static final List<Float> LAT = List.of(-4f, 0f, 4f);

  /// Factors of continuous actions: braking may be harder than speeding up.
  static final float MOST_BRAKING_JERK = 15;

  static final float MOST_JERK = 4;

  private static final float MOST_BRAKING = -5;
  private static final float MOST_ACCELERATION = 2.5f;
  private static final float MOST_LATERAL = 4;
  private static final float MOST_REVERSE = -2;
  private static final float MOST_SPEED = 20;
  private static final float MOST_STEERING = 0.55f;
  private static final float STEERING_RATE = 0.6f;
  private static final float WHEELBASE = 0.6f;

  /// Below this, speeds squared, curvatures and angles count as this or as nothing.
  private static final float LEAST = 1e-5f;

  private final float dt;
  private final boolean discrete;
  private final float[] wheelbase;
  private final float[] longOf = new float[LONG.size()];
  private final float[] latOf = new float[LAT.size()];

  JerkDynamics(DriveConfig config, Roster roster) {
    dt = config.dt();
    discrete = config.actions() == DriveConfig.ActionKind.DISCRETE;
    wheelbase = new float[roster.agents().size()];
    for (int a = 0; a < wheelbase.length; a++) {
      wheelbase[a] = WHEELBASE * roster.agents().get(a).length();
    }
    for (int i = 0; i < longOf.length; i++) {
      longOf[i] = LONG.get(i);
    }
    for (int i = 0; i < latOf.length; i++) {
      latOf[i] = LAT.get(i);
    }
  }

  @Override
  public ActionSpace space() {
    return discrete
        ? new ActionSpace.Discrete(
            List.of(
                new ActionSpace.Factor(
                    "longitudinal jerk", "m/s³", LONG, DriveWords.jerkAlong(LONG)),
                new ActionSpace.Factor("lateral jerk", "m/s³", LAT, DriveWords.jerkAside(LAT))))
        : new ActionSpace.Continuous(List.of("longitudinal jerk", "lateral jerk"));
  }

  @Override
  public void move(Bodies bodies, int agent, Actions actions) {
    if (discrete) {
      int action = actions.joint[agent];
      move(bodies, agent, longOf[action / latOf.length], latOf[action % latOf.length]);
    } else {
      float along = actions.continuous[2 * agent];
      float across = actions.continuous[2 * agent + 1];
      move(bodies, agent, along * (along < 0 ? MOST_BRAKING_JERK : MOST_JERK), across * MOST_JERK);
    }
  }

  private void move(Bodies b, int agent, float jerkLong, float jerkLat) {
    float oldLong = b.accelerationLong[agent];
    float accelerationLong =
        toRest(oldLong, oldLong + jerkLong * dt, MOST_BRAKING, MOST_ACCELERATION);
    float oldLat = b.accelerationLat[agent];
    float accelerationLat = toRest(oldLat, oldLat + jerkLat * dt, -MOST_LATERAL, MOST_LATERAL);
    float oldSpeed = b.speed(agent);
    float speed =
        toRest(
            oldSpeed,
            oldSpeed + 0.5f * (accelerationLong + oldLong) * dt,
            MOST_REVERSE,
            MOST_SPEED);

    float curvature = accelerationLat / Math.max(speed * speed, LEAST);
    curvature = Math.copySign(Math.max(Math.abs(curvature), LEAST), curvature);
    float wanted = (float) StrictMath.atan(curvature * wheelbase[agent]);
    float turn = clip(wanted - b.steering[agent], -STEERING_RATE * dt, STEERING_RATE * dt);
    float steering = clip(b.steering[agent] + turn, -MOST_STEERING, MOST_STEERING);
    curvature = Trig.tan(steering) / wheelbase[agent];

    b.accelerationLong[agent] = accelerationLong;
    b.accelerationLat[agent] = speed * speed * curvature;
    b.steering[agent] = steering;
    alongArc(b, agent, 0.5f * (speed + oldSpeed) * dt, curvature);
    b.vx[agent] = speed * b.cos[agent];
    b.vy[agent] = speed * b.sin[agent];
  }

  /// Moves a body along an arc of the given length and curvature.
  private static void alongArc(Bodies b, int agent, float distance, float curvature) {
    float angle = distance * curvature;
    boolean straight = Math.abs(curvature) < LEAST || Math.abs(angle) < LEAST;
    float ahead = straight ? distance : Trig.sin(angle) / curvature;
    float left = straight ? 0 : (1 - Trig.cos(angle)) / curvature;
    b.x[agent] += ahead * b.cos[agent] - left * b.sin[agent];
    b.y[agent] += ahead * b.sin[agent] + left * b.cos[agent];
    b.face(agent, Angles.wrapOnce(b.heading[agent] + angle));
  }

  /// Within bounds; what would change its sign comes to rest at 0 instead.
  private static float toRest(float before, float after, float low, float high) {
    return before * after < 0 ? 0 : clip(after, low, high);
  }

  private static float clip(float value, float low, float high) {
    return value < low ? low : value > high ? high : value;
  }
}
