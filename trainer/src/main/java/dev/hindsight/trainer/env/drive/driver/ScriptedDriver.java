package dev.hindsight.trainer.env.drive.driver;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.ActionSpace;
import dev.hindsight.trainer.env.ActionSpace.Factor;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Arrays;

/// Drives by what it observes at the tick, without a memory: looks for the way to the goal along
/// lanes, steers after a point ahead on it, and takes the acceleration that gets furthest without
/// touching anybody. No allocation per tick; one owner thread.
///
/// The logit of a joint action is minus its cost, so that `argmax` drives its best and `sample` a
/// little loosely. It has no value estimate (NaN).
public final class ScriptedDriver implements Policy {
  private static final float STEERING_WEIGHT = 30;

  /// Cost that makes an action e times less likely when sampling.
  private static final float TEMPERATURE = 0.5f;

  /// Metres for which it keeps its lane when there is no room in the other.
  private static final float KEEP_LANE = 15;

  private static final float TICK = 0.1f;

  private final int agents;
  private final int size;
  private final float[] accelerations;
  private final float[] steerings;
  private final float[] accelerationCost;
  private final View view;
  private final Lanes lanes;
  private final Gap gap;
  private final Route route;
  private final Pace pace;
  private final Walk walk;

  /// @throws Problem if the environment is not drive with classic joint actions
  ScriptedDriver(EnvironmentShape shape) {
    agents = shape.agents();
    size = shape.observation().size();
    if (!(shape.actions() instanceof ActionSpace.Discrete space) || space.count() != 91) {
      throw new Problem(
          "it knows the 91 joint actions of the classic dynamics only",
          "scripted driver",
          "use --set dynamics_model=classic --set action_type=discrete, or a checkpoint");
    }
    accelerations = levels(space.factors().getFirst());
    steerings = levels(space.factors().getLast());
    accelerationCost = new float[accelerations.length];
    view = new View(shape.observation());
    lanes = new Lanes(view);
    gap = new Gap(view);
    route = new Route(view, lanes);
    pace = new Pace(view, route, lanes);
    walk = new Walk(route);
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
        view.read(seen.observation, agent * size);
        drive(output.logits, agent * output.width);
      } else {
        Arrays.fill(output.logits, agent * output.width, (agent + 1) * output.width, 0);
      }
    }
  }

  private void drive(float[] logits, int at) {
    lanes.look();
    route.find();
    if (route.changeAt > 0 && gap.isTaken(route)) {
      route.findKeeping(KEEP_LANE);
    }
    walk.restart();
    walk.to(Math.max(4, 0.55f * Math.abs(view.speed) + 2.5f));
    pace.look();
    for (int a = 0; a < accelerations.length; a++) {
      accelerationCost[a] = pace.cost(accelerations[a]);
    }
    for (int s = 0; s < steerings.length; s++) {
      float aside = STEERING_WEIGHT * square(missed(steerings[s]));
      for (int a = 0; a < accelerations.length; a++) {
        logits[at + a * steerings.length + s] = -(accelerationCost[a] + aside) / TEMPERATURE;
      }
    }
  }

  /// The angle by which the vehicle, after a tick of this steering, would look past the point it
  /// follows; radians.
  ///
  /// The classic dynamics: slip `beta = tanh(tan(steering) / 2)`, yaw rate `v cos(beta)
  /// tan(steering) / length`. At walking pace a tick turns it by nothing, so it steers as if it
  /// drove at 3 m/s.
  private float missed(float steering) {
    double beta = Math.tanh(0.5 * Math.tan(steering));
    double v = Math.max(3, view.speed);
    // Held for a few ticks, a steering turns the vehicle by what the arc to the point ahead needs.
    double yaw = v * Math.cos(beta) * Math.tan(steering) / view.length;
    double x = v * TICK * Math.cos(beta);
    double y = v * TICK * Math.sin(beta);
    return (float) (Math.atan2(walk.y - y, walk.x - x) - yaw * TICK * 2);
  }

  @Override
  public void close() {
    // Nothing native.
  }

  private static float square(float value) {
    return value * value;
  }

  private static float[] levels(Factor factor) {
    float[] levels = new float[factor.levels().size()];
    for (int i = 0; i < levels.length; i++) {
      levels[i] = factor.levels().get(i);
    }
    return levels;
  }
}
