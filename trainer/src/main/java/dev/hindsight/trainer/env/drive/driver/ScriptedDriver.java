package dev.hindsight.trainer.env.drive.driver;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
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
  /// Cost that makes an action e times less likely when sampling.
  private static final float TEMPERATURE = 0.5f;

  /// Metres for which it keeps its lane when there is no room in the other.
  private static final float KEEP_LANE = 15;

  /// Joint actions of the two dynamics.
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

  /// @throws Problem if the environment is not drive with joint actions
  ScriptedDriver(EnvironmentShape shape) {
    agents = shape.agents();
    size = shape.observation().size();
    driverObservation = new DriverObservation(shape.observation());
    laneGraph = new LaneGraph(driverObservation);
    laneChangeGap = new LaneChangeGap(driverObservation);
    route = new Route(driverObservation, laneGraph);
    driverControls = controls(driverObservation, shape.actions());
    accelerationCost = new AccelerationCost(driverObservation, route, laneGraph, driverControls);
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
        "it supports only the joint actions of drive's two dynamics",
        "scripted driver",
        "use --set action_type=discrete, or a checkpoint");
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

  private void drive(float[] logits, int at, int width) {
    laneGraph.look();
    route.find();
    if (route.changeAt > 0 && laneChangeGap.isTaken(route)) {
      route.findKeeping(KEEP_LANE);
    }
    routeCursor.restart();
    routeCursor.to(driverControls.lookAhead());
    accelerationCost.look();
    driverControls.rate(accelerationCost, routeCursor, logits, at);
    for (int i = at; i < at + width; i++) {
      logits[i] /= TEMPERATURE;
    }
  }

  @Override
  public void close() {
    // Nothing native.
  }
}
