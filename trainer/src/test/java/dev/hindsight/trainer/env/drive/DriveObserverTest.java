package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriveObserverTest {
  private static final DriveMap PAIR =
      TestMap.straight(
          TestTrack.at(0, 0).heading(0.5).speed(6).goal(40, 3),
          TestTrack.at(10, 3.5).speed(8),
          TestTrack.at(70, 0));

  /// A number of an agent's observation by its name in the layout.
  private static float seen(Environment environment, int agent, String name) {
    ObservationLayout layout = environment.shape().observation();
    for (int d = 0; d < layout.size(); d++) {
      if (layout.nameOf(d).equals(name)) {
        return environment.buffer().observation[agent * layout.size() + d];
      }
    }
    throw new AssertionError("no " + name);
  }

  @ParameterizedTest
  @CsvSource({
    "classic, classic, none, 1120",
    "classic, jerk, none, 1123",
    "classic, classic, all, 1125",
    "adaptive, classic, none, 1850",
    "adaptive, jerk, none, 1853",
    "adaptive, classic, reward, 1853",
    "adaptive, jerk, discount, 1854"
  })
  void theLayoutHasTheSizeOfTheReferences(
      String preset, String dynamics, String conditioning, int size) {
    Environment environment =
        TestDrives.environment(
            PAIR, "preset=" + preset, "dynamics_model=" + dynamics, "conditioning=" + conditioning);
    assertEquals(size, environment.shape().observation().size());
    assertEquals(size * environment.shape().agents(), environment.buffer().observation.length);
  }

  @Test
  void theGoalIsSeenInTheFrameOfTheVehicle() {
    DriveEnvironment environment = TestDrives.environment(PAIR);
    assertEquals(
        (40 * Math.cos(0.5) + 3 * Math.sin(0.5)) * 0.005, seen(environment, 0, "ego.goal_x"), 1e-5);
    assertEquals(
        (3 * Math.cos(0.5) - 40 * Math.sin(0.5)) * 0.005, seen(environment, 0, "ego.goal_y"), 1e-5);
    assertEquals(6 / 100f, seen(environment, 0, "ego.speed"), 1e-6);
    assertEquals(2 * 0.7f / 15, seen(environment, 0, "ego.width"), 1e-6);
  }

  @Test
  void partnersWithinFiftyMetresAreSeenWithoutGaps() {
    DriveEnvironment environment = TestDrives.environment(PAIR);
    assertEquals(
        (10 * Math.cos(0.5) + 3.5 * Math.sin(0.5)) * 0.02,
        seen(environment, 0, "partners[0].rel_x"),
        1e-5);
    assertEquals(8 / 100f, seen(environment, 0, "partners[0].speed"), 1e-6);
    assertEquals(Math.cos(0.5), seen(environment, 0, "partners[0].cos_heading"), 1e-6);
    assertEquals(-Math.sin(0.5), seen(environment, 0, "partners[0].sin_heading"), 1e-6);
    assertEquals(0, seen(environment, 0, "partners[1].length"), "the third is 70 m away");
  }

  @Test
  void inLimboNothingIsSeenButHowFarTheGoalIs() {
    DriveEnvironment environment =
        TestDrives.environment(
            TestMap.straight(
                TestTrack.at(0, 0).goal(3, 0).speed(10),
                TestTrack.at(20, 0).goal(23, 0).speed(10),
                TestTrack.at(-90, 0)),
            "goal_behavior=trial");
    TestDrives.step(environment, TestDrives.COAST, 2);
    int size = environment.shape().observation().size();
    assertEquals(1, environment.buffer().removed[0]);
    assertEquals(50, Math.abs(seen(environment, 0, "ego.goal_x")), 1);
    assertEquals(0, seen(environment, 0, "ego.speed"));
    for (int d = 7; d < size; d++) {
      assertEquals(0, environment.buffer().observation[d], "dimension " + d);
    }
  }

  @Test
  void ghostsSeeNobodyAndAreSeenByNobody() {
    DriveEnvironment environment =
        TestDrives.environment(
            TestMap.straight(
                TestTrack.at(0, 0).goal(3, 0).speed(10), TestTrack.at(20, 0), TestTrack.at(30, 0)));
    assertTrue(seen(environment, 1, "partners[1].length") > 0);
    TestDrives.step(environment, TestDrives.COAST, 2);
    assertEquals(1, seen(environment, 0, "ego.respawned"));
    assertEquals(0, seen(environment, 0, "partners[0].length"));
    assertTrue(seen(environment, 1, "partners[0].length") > 0);
    assertEquals(0, seen(environment, 1, "partners[1].length"));
  }

  @Test
  void theAdaptivePresetSeesHowItLiesToItsLane() {
    DriveEnvironment environment =
        TestDrives.environment(
            TestMap.straight(TestTrack.at(0, 1).heading(0.2)), "preset=adaptive");
    assertEquals(0.25f, seen(environment, 0, "ego.lane_offset"), 1e-4);
    assertEquals(Math.cos(0.2), seen(environment, 0, "ego.cos_lane_angle"), 1e-5);
  }

  @Test
  void theWeightsDrawnAreSeenAndLieWithinTheirBounds() {
    DriveEnvironment environment =
        TestDrives.environment(PAIR, Map.of("conditioning", "all", "goal_weight_lb", "0.5"));
    for (int agent = 0; agent < 3; agent++) {
      float goal = seen(environment, agent, "ego.goal_weight");
      float discount = seen(environment, agent, "ego.discount_weight");
      assertTrue(goal >= 0.5f && goal <= 1, "goal " + goal);
      assertTrue(discount >= 0.8f && discount <= 0.98f, "discount " + discount);
    }
    assertTrue(seen(environment, 0, "ego.goal_weight") != seen(environment, 1, "ego.goal_weight"));
  }
}
