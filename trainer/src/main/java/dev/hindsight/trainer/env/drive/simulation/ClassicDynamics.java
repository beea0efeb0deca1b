package dev.hindsight.trainer.env.drive.simulation;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.observation.Quantity;
import java.util.List;

/// The kinematic bicycle with immediate steering: acceleration and steering angle hold for a tick.
/// Hot loop: no allocation.
///
/// With speed v, steering angle δ and slip angle β = tanh(tan(δ) / 2): the heading turns at v
/// cos(β) tan(δ) / length, the body moves along heading + β.
final class ClassicDynamics implements VehicleDynamics {
  private static final List<Float> ACCELERATIONS =
      List.of(-4f, -2.667f, -1.333f, 0f, 1.333f, 2.667f, 4f);
  private static final List<Float> STEERING =
      List.of(-1f, -.833f, -.667f, -.5f, -.333f, -.167f, 0f, .167f, .333f, .5f, .667f, .833f, 1f);

  /// Limits of continuous actions: the outermost levels.
  private static final float MOST_ACCELERATION = 4;

  private static final float MOST_SPEED = 100;

  /// Acceleration that a coefficient of friction of 1 allows, m/s².
  static final float GRAVITY = 9.81f;

  private final float dt;
  private final float[] length;
  private final boolean discrete;
  private final float[] accelerationOf = new float[ACCELERATIONS.size()];
  private final float[] tanOf = new float[STEERING.size()];
  private final float[] slipOf = new float[STEERING.size()];

  ClassicDynamics(DriveConfig config, Roster roster) {
    dt = config.dt();
    discrete = config.actions() == DriveConfig.ActionKind.DISCRETE;
    length = new float[roster.agents().size()];
    for (int a = 0; a < length.length; a++) {
      length[a] = roster.agents().get(a).length();
    }
    for (int i = 0; i < accelerationOf.length; i++) {
      accelerationOf[i] = ACCELERATIONS.get(i);
    }
    for (int i = 0; i < tanOf.length; i++) {
      tanOf[i] = Trig.tan(STEERING.get(i));
      slipOf[i] = slip(tanOf[i]);
    }
  }

  @Override
  public ActionSpace space() {
    return discrete
        ? new ActionSpace.Discrete(
            List.of(
                new ActionSpace.Factor(
                    "acceleration", "m/s²", ACCELERATIONS, DriveWords.accelerations(ACCELERATIONS)),
                new ActionSpace.Factor("steering", "rad", STEERING, DriveWords.steering(STEERING))))
        : new ActionSpace.Continuous(
            List.of("acceleration", "steering"),
            List.of(
                Quantity.ranged("m/s²", MOST_ACCELERATION, -1, 1),
                Quantity.ranged("rad", 1, -1, 1)));
  }

  @Override
  public void move(Bodies bodies, int agent, Actions actions) {
    if (discrete) {
      int action = actions.joint[agent];
      int steer = action % tanOf.length;
      move(bodies, agent, accelerationOf[action / tanOf.length], tanOf[steer], slipOf[steer]);
    } else {
      float tan = Trig.tan(actions.continuous[2 * agent + 1]);
      move(bodies, agent, actions.continuous[2 * agent] * MOST_ACCELERATION, tan, slip(tan));
    }
  }

  private void move(Bodies b, int agent, float asked, float tan, float slip) {
    float most = GRAVITY * b.friction;
    float speed = b.speed(agent) + Math.clamp(asked / b.mass, -most, most) * dt;
    speed = Math.min(MOST_SPEED, Math.max(-MOST_SPEED, speed));
    float heading = b.heading[agent];
    float rate = speed * Trig.cos(slip) * tan / length[agent];
    if (Math.abs(speed * rate) > most) {
      // The tyres slide: the body turns as fast as friction allows.
      rate = Math.copySign(most / Math.abs(speed), rate);
    }
    b.vx[agent] = speed * Trig.cos(heading + slip);
    b.vy[agent] = speed * Trig.sin(heading + slip);
    b.x[agent] += b.vx[agent] * dt;
    b.y[agent] += b.vy[agent] * dt;
    b.face(agent, heading + rate * dt);
  }

  /// The slip angle; the reference computes it in doubles.
  private static float slip(float tan) {
    return (float) StrictMath.tanh(0.5 * tan);
  }
}
