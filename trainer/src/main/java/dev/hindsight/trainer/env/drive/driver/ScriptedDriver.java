package dev.hindsight.trainer.env.drive.driver;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.simulation.JerkLimits;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Arrays;

/// Drives by the present observation alone, without memory: it finds a route to the goal along
/// lanes, steers towards a point ahead on it, and chooses the acceleration that gets furthest
/// without a collision. No allocation per tick; one owner thread.
///
/// The logit of a joint action is its negative cost, so that `argmax` drives best and `sample` a
/// little loosely. It has no value estimate (NaN).
public final class ScriptedDriver implements Policy {
  /// Additional cost that makes an action e times less likely when sampling.
  private static final float TEMPERATURE = 0.5f;

  /// Metres for which it keeps its lane if the other has no room.
  private static final float KEEP_LANE = 15;

  /// Metres ahead of the target point while it moves aside, because it has to be quick.
  private static final float SWERVE = 5;

  /// Number of joint actions of the two dynamics.
  private static final int CLASSIC = 91;

  private static final int JERK = 12;

  private final int agents;
  private final int size;
  private final DriverObservation driverObservation;
  private final LaneGraph laneGraph;
  private final LaneChangeGap laneChangeGap;
  private final Route route;
  private final DriverControls driverControls;
  private final AccelerationCost accelerationCost;
  private final RouteCursor routeCursor;
  private final OncomingVehicle oncomingVehicle;

  /// @param habit its type
  /// @throws Problem if the environment is not drive with joint actions
  ScriptedDriver(EnvironmentShape shape, DrivingHabit habit) {
    agents = shape.agents();
    size = shape.observation().size();
    driverObservation = new DriverObservation(shape.observation());
    laneGraph = new LaneGraph(driverObservation);
    laneChangeGap = new LaneChangeGap(driverObservation);
    route = new Route(driverObservation, laneGraph);
    driverControls = controls(driverObservation, shape.actions());
    oncomingVehicle = new OncomingVehicle(driverObservation, habit);
    accelerationCost =
        new AccelerationCost(
            driverObservation, route, laneGraph, driverControls, oncomingVehicle, habit);
    routeCursor = new RouteCursor(route);
  }

  private static DriverControls controls(DriverObservation driverObservation, ActionSpace actions) {
    if (actions instanceof ActionSpace.Discrete space) {
      switch (space.count()) {
        case CLASSIC -> {
          return new ClassicControls(driverObservation, space);
        }
        case JERK -> {
          return new JerkControls(driverObservation, space);
        }
        default -> {}
      }
    }
    throw new Problem(
        wording("ScriptedDriver.it_supports_only_the_joint_actions"),
        wording("ScriptedDriver.scripted_driver"),
        wording("ScriptedDriver.use_set_action_type_discrete_or"));
  }

  @Override
  public void reset() {
    // It has no memory.
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    Arrays.fill(output.value, Float.NaN);
    for (int agent = 0; agent < agents; agent++) {
      if (seen.removed[agent] == 0) {
        driverObservation.read(seen.observation, agent * size);
        drive(output.logits, agent * output.width, output.width);
      } else {
        Arrays.fill(output.logits, agent * output.width, (agent + 1) * output.width, 0);
      }
    }
  }

  @Override
  public void value(StepBuffer seen, PolicyOutput output) {
    Arrays.fill(output.value, Float.NaN);
  }

  private void drive(float[] logits, int at, int width) {
    laneGraph.look();
    route.find();
    if (route.changeAt > 0 && laneChangeGap.isTaken(route)) {
      route.findKeeping(KEEP_LANE);
    }
    routeCursor.restart();
    float aside = oncomingVehicle.aside();
    float ahead = driverControls.lookAhead();
    routeCursor.to(aside == 0 ? ahead : Math.min(ahead, SWERVE));
    routeCursor.shift(aside);
    accelerationCost.look();
    driverControls.rate(accelerationCost, routeCursor, logits, at);
    for (int i = at; i < at + width; i++) {
      logits[i] /= TEMPERATURE;
    }
  }

  @Override
  public void close() {
    // It holds no native memory.
  }

  /// Whether there is room for a lane change. No allocation, one owner thread.
  private static final class LaneChangeGap {
    /// Lane changes further ahead than this, in metres, are decided later.
    private static final float SOON = 16;

    /// Lateral distance in metres at which a body counts as on the other lane.
    private static final float BESIDE = 1.5f;

    private static final float FAR_BESIDE = 6;

    /// Size of a gap: metres between bodies, and seconds of closing speed.
    private static final float ROOM = 4;

    private static final float SECONDS = 2.5f;

    private final DriverObservation driverObservation;

    LaneChangeGap(DriverObservation driverObservation) {
      this.driverObservation = driverObservation;
    }

    /// Whether a body occupies the place that an imminent lane change leads to.
    boolean isTaken(Route route) {
      float fromX = route.x[route.changeAt];
      float fromY = route.y[route.changeAt];
      if (route.changeAt + 1 >= route.points || fromX * fromX + fromY * fromY > SOON * SOON) {
        return false;
      }
      float side = Math.signum(route.y[route.changeAt + 1] - fromY);
      for (int p = 0; p < driverObservation.partners; p++) {
        float aside = driverObservation.partnerY[p] * side;
        boolean together =
            driverObservation.partnerCos[p] > 0.7f && aside > BESIDE && aside < FAR_BESIDE;
        float nearing =
            (driverObservation.partnerSpeed[p] - driverObservation.speed)
                * -Math.signum(driverObservation.partnerX[p]);
        float wanted =
            driverObservation.length / 2
                + driverObservation.partnerHalfLength[p]
                + ROOM
                + SECONDS * Math.max(0, nearing);
        if (together && Math.abs(driverObservation.partnerX[p]) < wanted) {
          return true;
        }
      }
      return false;
    }
  }

  /// Chooses actions of the jerk dynamics: each tick, an action changes the longitudinal and
  /// lateral acceleration a little. Plans with accelerations that build up over time, then chooses
  /// the jerk whose result one tick later is closest to the wanted one.
  private static final class JerkControls implements DriverControls {
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

    /// Releases the brake before the vehicle stands still: it comes off at 4 m/s³, and the rest
    /// would push the vehicle backwards.
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
        float speed =
            driverObservation.speed + 0.5f * (driverObservation.acceleration + next) * TICK;
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
}
