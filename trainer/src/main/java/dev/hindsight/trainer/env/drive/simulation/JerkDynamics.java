package dev.hindsight.trainer.env.drive.simulation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import java.util.List;

/// A bicycle model controlled by jerk: accelerations and the steering angle are integrated, within
/// the limits of comfort and actuators. Hot loop: no allocation.
///
/// The lateral acceleration demands a curvature a/v²; the steering angle follows as fast as it may;
/// the body moves along the resulting arc.
final class JerkDynamics implements VehicleDynamics {
  private static final List<Float> LONG = List.of(-15f, -4f, 0f, 4f);
  private static final List<Float> LAT = List.of(-4f, 0f, 4f);

  private static final float MOST_REVERSE = -2;
  private static final float MOST_SPEED = 20;

  private final float dt;
  private final boolean discrete;
  private final boolean quirks;
  private final float[] wheelbase;
  private final float[] longOf = new float[LONG.size()];
  private final float[] latOf = new float[LAT.size()];

  JerkDynamics(DriveConfig config, Roster roster) {
    dt = config.dt();
    discrete = config.actions() == DriveConfig.ActionKind.DISCRETE;
    quirks = config.quirks();
    wheelbase = new float[roster.agents().size()];
    for (int a = 0; a < wheelbase.length; a++) {
      wheelbase[a] = JerkLimits.WHEELBASE * roster.agents().get(a).length();
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
                    wording("JerkDynamics.longitudinal_jerk"),
                    "m/s³",
                    LONG,
                    DriveWords.jerkAlong(LONG)),
                new ActionSpace.Factor(
                    wording("JerkDynamics.lateral_jerk"), "m/s³", LAT, DriveWords.jerkAside(LAT))))
        : new ActionSpace.Continuous(
            List.of(
                wording("JerkDynamics.longitudinal_jerk"), wording("JerkDynamics.lateral_jerk")));
  }

  @Override
  public void move(Bodies bodies, int agent, Actions actions) {
    if (discrete) {
      int action = actions.joint[agent];
      move(bodies, agent, longOf[action / latOf.length], latOf[action % latOf.length]);
    } else {
      float along = actions.continuous[2 * agent];
      float across = actions.continuous[2 * agent + 1];
      float most = along < 0 ? JerkLimits.MOST_BRAKING_JERK : JerkLimits.MOST_JERK;
      move(bodies, agent, along * most, across * JerkLimits.MOST_JERK);
    }
  }

  private void move(Bodies b, int agent, float jerkLong, float jerkLat) {
    float oldLong = b.accelerationLong[agent];
    float most = ClassicDynamics.GRAVITY * b.friction;
    float accelerationLong =
        Math.clamp(JerkLimits.along(oldLong, oldLong + jerkLong / b.mass * dt), -most, most);
    float oldLat = b.accelerationLat[agent];
    float accelerationLat = JerkLimits.aside(oldLat, oldLat + jerkLat * dt);
    float oldSpeed = b.speed(agent);
    float speed =
        JerkLimits.toRest(
            oldSpeed,
            oldSpeed + 0.5f * (accelerationLong + oldLong) * dt,
            MOST_REVERSE,
            MOST_SPEED);

    float axles = wheelbase[agent];
    float asked = JerkLimits.curvature(accelerationLat, speed);
    if (quirks) {
      // Near zero curvature, a slight left is used, where nothing passes to the right any more.
      asked = Math.copySign(Math.max(Math.abs(asked), JerkLimits.LEAST), asked);
    }
    float steering = JerkLimits.steering(b.steering[agent], axles, asked, dt);
    float curvature = Trig.tan(steering) / axles;
    if (speed * speed * Math.abs(curvature) > most) {
      // The tyres slide: the path bends as much as friction allows.
      curvature = Math.copySign(most / (speed * speed), curvature);
    }

    b.accelerationLong[agent] = accelerationLong;
    b.accelerationLat[agent] = speed * speed * curvature;
    b.steering[agent] = steering;
    alongArc(b, agent, 0.5f * (speed + oldSpeed) * dt, curvature);
    b.vx[agent] = speed * b.cos[agent];
    b.vy[agent] = speed * b.sin[agent];
  }

  /// Moves a body along an arc with a given length and curvature.
  private static void alongArc(Bodies b, int agent, float distance, float curvature) {
    float angle = distance * curvature;
    boolean straight = Math.abs(curvature) < JerkLimits.LEAST || Math.abs(angle) < JerkLimits.LEAST;
    float ahead = straight ? distance : Trig.sin(angle) / curvature;
    float left = straight ? 0 : (1 - Trig.cos(angle)) / curvature;
    b.x[agent] += ahead * b.cos[agent] - left * b.sin[agent];
    b.y[agent] += ahead * b.sin[agent] + left * b.cos[agent];
    b.face(agent, Angles.wrapOnce(b.heading[agent] + angle));
  }
}
