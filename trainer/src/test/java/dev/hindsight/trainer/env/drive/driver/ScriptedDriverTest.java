package dev.hindsight.trainer.env.drive.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.ActionSpace.Factor;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScriptedDriverTest {
  private static final List<Float> ACCELERATIONS =
      List.of(-4f, -2.667f, -1.333f, 0f, 1.333f, 2.667f, 4f);
  private static final List<Float> STEERINGS =
      List.of(-1f, -.833f, -.667f, -.5f, -.333f, -.167f, 0f, .167f, .333f, .5f, .667f, .833f, 1f);
  private static final int ROADS = 7 + 7 * 7;
  private static final EnvironmentShape SHAPE = shape();

  @Test
  void onAFreeStraightItSpeedsUpStraightOn() {
    StepBuffer seen = straight(60, 5);
    assertTrue(acceleration(seen) > 2, "m/s² " + acceleration(seen));
    assertEquals(0, steering(seen));
  }

  @Test
  void askedForValuesAloneItRatesNoAction() {
    PolicyOutput output = new PolicyOutput(SHAPE);
    float[] before = output.logits.clone();
    new ScriptedDriver(SHAPE, DrivingHabit.NORMAL).value(straight(60, 5), output);
    assertArrayEquals(new float[] {Float.NaN}, output.value);
    assertArrayEquals(before, output.logits);
  }

  @Test
  void itBrakesForWhoStandsAhead() {
    StepBuffer seen = straight(60, 8);
    partner(seen, 12, 0, 0, 0);
    assertTrue(acceleration(seen) < -2, "m/s² " + acceleration(seen));
  }

  @Test
  void itDoesNotBrakeForWhoStandsBesideTheLane() {
    StepBuffer seen = straight(60, 8);
    partner(seen, 12, 5, 0, 0);
    assertTrue(acceleration(seen) >= 0, "m/s² " + acceleration(seen));
  }

  @Test
  void itYieldsToWhoCrossesFromTheRight() {
    StepBuffer seen = straight(60, 8);
    partner(seen, 14, -12, (float) Math.PI / 2, 7);
    assertTrue(acceleration(seen) < 0, "m/s² " + acceleration(seen));
  }

  @Test
  void itDoesNotYieldToWhoCrossesFromTheRightIfItIsBold() {
    StepBuffer seen = straight(60, 8);
    partner(seen, 14, -12, (float) Math.PI / 2, 7);
    assertTrue(acceleration(seen, DrivingHabit.BOLD) >= 0);
  }

  @Test
  void itYieldsToWhoCrossesFromTheLeftOnlyIfItIsTimid() {
    StepBuffer seen = straight(60, 8);
    partner(seen, 14, 12, (float) -Math.PI / 2, 7);
    assertTrue(acceleration(seen, DrivingHabit.NORMAL) >= 0);
    assertTrue(acceleration(seen, DrivingHabit.TIMID) < 0);
  }

  @Test
  void itMovesToItsSideOnceAVehicleThatComesTowardsItIsNear() {
    StepBuffer far = straight(60, 8);
    partner(far, 30, 0, (float) Math.PI, 8);
    StepBuffer near = straight(60, 8);
    partner(near, 15, 0, (float) Math.PI, 8);
    for (DrivingHabit habit : List.of(DrivingHabit.LEFT, DrivingHabit.RIGHT)) {
      assertEquals(0, STEERINGS.get(best(far, habit) % 13));
      assertEquals(habit.side(), Math.signum(STEERINGS.get(best(near, habit) % 13)));
      assertTrue(acceleration(near, habit) >= 0, "it does not brake");
    }
  }

  @Test
  void anEarlyTypeMovesToItsSideWhileTheOtherStillHasTime() {
    StepBuffer far = straight(60, 8);
    partner(far, 30, 0, (float) Math.PI, 8);
    for (DrivingHabit habit : List.of(DrivingHabit.EARLY_LEFT, DrivingHabit.EARLY_RIGHT)) {
      assertEquals(habit.side(), Math.signum(STEERINGS.get(best(far, habit) % 13)));
    }
  }

  @Test
  void itSteersTowardsTheLaneItHasLeft() {
    StepBuffer seen = straight(60, 5);
    shiftLanes(seen, 1.5f);
    assertTrue(steering(seen) > 0, "rad " + steering(seen));
  }

  @Test
  void withoutLanesItDrivesAtTheGoal() {
    StepBuffer seen = new StepBuffer(1, SHAPE.observation().size());
    ego(seen, 10, -10, 3);
    assertTrue(steering(seen) < 0, "rad " + steering(seen));
  }

  @Test
  void whatLimboShowsIsNotLookedAt() {
    StepBuffer seen = straight(60, 5);
    seen.removed[0] = 1;
    assertArrayEquals(new float[91], act(seen, DrivingHabit.NORMAL).logits);
  }

  @Test
  void anotherActionSpaceIsRefused() {
    EnvironmentShape other =
        new EnvironmentShape(
            1,
            SHAPE.observation(),
            new ActionSpace.Continuous(List.of("a", "b")),
            0.1,
            1,
            0,
            List.of());
    assertThrows(Problem.class, () -> new ScriptedDriver(other, DrivingHabit.NORMAL));
  }

  @Test
  void onARealTownItReachesItsGoalsWithoutACollision() {
    DriveEnvironmentType type = new DriveEnvironmentType();
    Map<String, String> typed =
        Map.of("goal_behavior", "trial", "k_scenarios", "2", "scenario_length", "150");
    Environment environment =
        type.prepare(
                type.settings().parse(typed, "test"),
                Optional.of(SharedData.require("data/drive/maps/map_town_02_carla.bin")))
            .create(0);
    ScriptedDriver driver = new ScriptedDriver(environment.shape(), DrivingHabit.NORMAL);
    PolicyOutput output = new PolicyOutput(environment.shape());
    Actions actions = new Actions(environment.shape());
    ActionSelector argmax =
        new ActionSelector(new ActionSelection.Argmax(), environment.shape(), 0);
    float[] logProb = new float[environment.shape().agents()];
    int tick = 0;
    while (environment.buffer().terminal[0] == 0) {
      driver.act(environment.buffer(), output);
      argmax.choose(environment.buffer(), output, tick++, actions, logProb);
      environment.step(actions);
    }
    assertEquals(0, environment.totals().get("collisions"));
    assertEquals(64, environment.totals().get("goals"));
  }

  private static float acceleration(StepBuffer seen) {
    return acceleration(seen, DrivingHabit.NORMAL);
  }

  private static float acceleration(StepBuffer seen, DrivingHabit habit) {
    return ACCELERATIONS.get(best(seen, habit) / 13);
  }

  private static float steering(StepBuffer seen) {
    return STEERINGS.get(best(seen, DrivingHabit.NORMAL) % 13);
  }

  private static int best(StepBuffer seen, DrivingHabit habit) {
    float[] logits = act(seen, habit).logits;
    int best = 0;
    for (int i = 0; i < logits.length; i++) {
      best = logits[i] > logits[best] ? i : best;
    }
    return best;
  }

  private static PolicyOutput act(StepBuffer seen, DrivingHabit habit) {
    PolicyOutput output = new PolicyOutput(SHAPE);
    new ScriptedDriver(SHAPE, habit).act(seen, output);
    return output;
  }

  /// A straight lane of ten-metre pieces ahead, the goal at its end.
  private static StepBuffer straight(float goal, float speed) {
    StepBuffer seen = new StepBuffer(1, SHAPE.observation().size());
    ego(seen, goal, 0, speed);
    for (int i = 0; i < 7; i++) {
      int at = ROADS + 7 * i;
      seen.observation[at] = (10 * i) * DriveLayout.POSITION_SCALE;
      seen.observation[at + 2] = 5 / DriveLayout.ROAD_LENGTH_UNIT;
      seen.observation[at + 3] = 0.001f;
      seen.observation[at + 4] = 1;
    }
    return seen;
  }

  private static void shiftLanes(StepBuffer seen, float metres) {
    for (int i = 0; i < 7; i++) {
      seen.observation[ROADS + 7 * i + 1] = metres * DriveLayout.POSITION_SCALE;
    }
  }

  private static void ego(StepBuffer seen, float goalX, float goalY, float speed) {
    seen.observation[0] = goalX * DriveLayout.GOAL_SCALE;
    seen.observation[1] = goalY * DriveLayout.GOAL_SCALE;
    seen.observation[2] = speed / DriveLayout.SPEED_UNIT;
    seen.observation[3] = 1.4f / DriveLayout.WIDTH_UNIT;
    seen.observation[4] = 3.2f / DriveLayout.LENGTH_UNIT;
  }

  private static void partner(StepBuffer seen, float x, float y, float heading, float speed) {
    seen.observation[7] = x * DriveLayout.POSITION_SCALE;
    seen.observation[8] = y * DriveLayout.POSITION_SCALE;
    seen.observation[9] = 1.4f / DriveLayout.WIDTH_UNIT;
    seen.observation[10] = 3.2f / DriveLayout.LENGTH_UNIT;
    seen.observation[11] = (float) Math.cos(heading);
    seen.observation[12] = (float) Math.sin(heading);
    seen.observation[13] = speed / DriveLayout.SPEED_UNIT;
  }

  private static EnvironmentShape shape() {
    ObservationLayout layout =
        new ObservationLayout(
            List.of(
                new Segment(DriveLayout.EGO, 0, List.of(7), List.of()),
                new Segment(DriveLayout.PARTNERS, 7, List.of(7, 7), DriveLayout.PARTNER_FEATURES),
                new Segment(DriveLayout.ROADS, ROADS, List.of(8, 7), DriveLayout.ROAD_FEATURES)));
    ActionSpace actions =
        new ActionSpace.Discrete(
            List.of(
                new Factor("acceleration", "m/s²", ACCELERATIONS),
                new Factor("steering", "rad", STEERINGS)));
    return new EnvironmentShape(1, layout, actions, 0.1, 1, 0, List.of());
  }
}
