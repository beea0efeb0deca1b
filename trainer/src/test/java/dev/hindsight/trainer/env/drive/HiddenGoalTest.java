package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioGenerator;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioKind;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioSpec;
import dev.hindsight.trainer.env.drive.simulation.ReachableExits;
import dev.hindsight.trainer.env.drive.simulation.RoadPolyline;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A hidden goal lies at an exit that the agent can reach, stays there through all trials, and
/// shows only from nearby.
class HiddenGoalTest {
  private static final int TRIALS = 4;
  private static final int TRIAL_TICKS = 8;

  private static Map<String, String> settings(String... more) {
    Map<String, String> settings =
        TestDrives.settings(
            "goal_behavior=trial",
            "goal_hidden=true",
            "goal_within=25",
            "k_scenarios=" + TRIALS,
            "scenario_length=" + TRIAL_TICKS);
    settings.putAll(TestDrives.settings(more));
    return settings;
  }

  private static DriveMap intersection(int vehicles, long seed) {
    return ScenarioGenerator.generate(ScenarioSpec.of(ScenarioKind.INTERSECTION, vehicles, seed));
  }

  /// A lane to the right that parts at x = 20 into one straight on and one that bends to the left.
  private static DriveMap fork() {
    return TestMap.map(
        List.of(
            TestMap.road(RoadPolyline.LANE, new double[] {0, 0}, new double[] {20, 0}),
            TestMap.road(RoadPolyline.LANE, new double[] {20, 0}, new double[] {80, 0}),
            TestMap.road(
                RoadPolyline.LANE,
                new double[] {20, 0},
                new double[] {30, 3},
                new double[] {38, 12},
                new double[] {40, 60})),
        TestTrack.at(2, 0.5).speed(5).goal(80, 0));
  }

  private static float[] ego(DriveEnvironment environment, int agent) {
    ObservationLayout layout = environment.shape().observation();
    int size = layout.segments().getFirst().features();
    int from = agent * layout.size();
    return Arrays.copyOfRange(environment.buffer().observation, from, from + size);
  }

  private static float seen(DriveEnvironment environment, int agent, String name) {
    return ego(environment, agent)[
        environment.shape().observation().segments().getFirst().names().indexOf(name)];
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 1000})
  void everyVehicleAtAnIntersectionHasThreeExitsApart(long seed) {
    ReachableExits exits = TestDrives.scenario(intersection(4, seed), settings()).exits();
    assertArrayEquals(new int[] {3, 3, 3}, exits.counts());
    for (int a = 0; a < 3; a++) {
      for (int e = 0; e < 3; e++) {
        int next = (e + 1) % 3;
        double apart =
            Math.hypot(exits.x()[a][e] - exits.x()[a][next], exits.y()[a][e] - exits.y()[a][next]);
        assertTrue(apart > 6, "agent " + a + ": " + apart + " m");
      }
    }
  }

  @Test
  void anExitLiesAsFarBehindTheForkAsAsked() {
    DriveScenario scenario = TestDrives.scenario(fork(), settings("goal_within=30"));
    ReachableExits exits = scenario.exits();
    assertArrayEquals(new int[] {2}, exits.counts());
    // The agent starts at 2, 0.5; the fork lies at 20, 0.
    assertEquals(20 + 30, 2 + exits.x()[0][0] - scenario.start().x[0], 0.6);
    assertEquals(0, 0.5 + exits.y()[0][0] - scenario.start().y[0], 1e-3);
    assertEquals(38.3, 2 + exits.x()[0][1] - scenario.start().x[0], 0.3);
    assertEquals(20.5, 0.5 + exits.y()[0][1] - scenario.start().y[0], 1.6);
  }

  @Test
  void withoutADistanceTheExitsAreTheEndsOfTheLanes() {
    DriveScenario scenario = TestDrives.scenario(fork(), settings("goal_within=0"));
    float[] x = scenario.exits().x()[0].clone();
    Arrays.sort(x);
    assertArrayEquals(
        new float[] {38, 78},
        new float[] {x[0] - scenario.start().x[0], x[1] - scenario.start().x[0]},
        1e-3f);
  }

  @Test
  void theGoalStaysThroughAllTrialsAndIsDrawnPerEpisode() {
    DriveEnvironment environment = TestDrives.environment(intersection(4, 1), settings());
    ReachableExits exits = TestDrives.scenario(intersection(4, 1), settings()).exits();
    int[][] drawn = new int[3][3];
    int episodes = 3000;
    for (int episode = 0; episode < episodes; episode++) {
      float[] goals = environment.bodies().goalX.clone();
      for (int a = 0; a < 3; a++) {
        int agent = a;
        drawn[a][
            IntStream.range(0, 3)
                .filter(e -> exits.x()[agent][e] == goals[agent])
                .findFirst()
                .orElseThrow()]++;
      }
      for (int tick = 0; tick < TRIALS * TRIAL_TICKS; tick++) {
        assertArrayEquals(goals, environment.bodies().goalX, "tick " + tick);
        TestDrives.step(environment, TestDrives.BRAKE, 1);
      }
    }
    for (int[] agent : drawn) {
      for (int count : agent) {
        // Three standard deviations of a binomial distribution with p = 1/3.
        assertEquals(episodes / 3.0, count, 3 * Math.sqrt(episodes * 2 / 9.0));
      }
    }
  }

  @Test
  void beforeTheGoalIsNearNothingInTheObservationTellsWhereItLies() {
    DriveEnvironment environment = TestDrives.environment(intersection(4, 1), settings());
    float[] first = environment.buffer().observation.clone();
    float[] goals = environment.bodies().goalX.clone();
    boolean another = false;
    for (int episode = 0; episode < 10; episode++) {
      TestDrives.step(environment, TestDrives.BRAKE, TRIALS * TRIAL_TICKS);
      assertArrayEquals(first, environment.buffer().observation);
      another |= !Arrays.equals(goals, environment.bodies().goalX);
    }
    assertTrue(another, "ten episodes drew the same goals");
  }

  @Test
  void theGoalShowsWithinTheDistanceAndNotBeyond() {
    DriveEnvironment environment = TestDrives.environment(fork(), settings("goal_seen_within=15"));
    float x = environment.bodies().goalX[0];
    float y = environment.bodies().goalY[0];
    environment.editable().orElseThrow().place(0, x - 15.1f, y, 0);
    assertEquals(0, seen(environment, 0, "goal_seen"));
    assertEquals(0, seen(environment, 0, "goal_x"));
    environment.editable().orElseThrow().place(0, x - 14.9f, y, 0);
    assertEquals(1, seen(environment, 0, "goal_seen"));
    assertEquals(14.9 * 0.005, seen(environment, 0, "goal_x"), 1e-4);
  }

  @Test
  void theObservationKeepsTrackOfTheStart() {
    DriveEnvironment environment = TestDrives.environment(fork(), settings());
    float x = environment.bodies().x[0];
    float y = environment.bodies().y[0];
    assertEquals(1, seen(environment, 0, "cos_start"), 1e-6);
    environment.editable().orElseThrow().place(0, x + 10, y + 5, (float) (Math.PI / 2));
    assertEquals(-5 * 0.02, seen(environment, 0, "start_x"), 1e-5);
    assertEquals(10 * 0.02, seen(environment, 0, "start_y"), 1e-5);
    assertEquals(0, seen(environment, 0, "cos_start"), 1e-6);
    assertEquals(-1, seen(environment, 0, "sin_start"), 1e-6);
  }

  @Test
  void aSnapshotRestoresTheDrawnGoals() {
    DriveEnvironment environment = TestDrives.environment(intersection(4, 1), settings());
    TestDrives.step(environment, TestDrives.COAST, 5);
    var snapshot = environment.snapshot();
    long rest = TestDrives.run(environment, 2 * TRIALS * TRIAL_TICKS, 7);
    environment.restore(snapshot);
    assertEquals(rest, TestDrives.run(environment, 2 * TRIALS * TRIAL_TICKS, 7));
  }

  @Test
  void whereLanesDoNotPartTheOnlyExitLiesAhead() {
    DriveScenario scenario =
        TestDrives.scenario(TestMap.straight(TestTrack.at(0, 0.5).goal(90, 0)), settings());
    assertArrayEquals(new int[] {1}, scenario.exits().counts());
    assertEquals(25, scenario.exits().x()[0][0] - scenario.start().x[0], 0.6);
  }

  @Test
  void anAgentOffAllLanesKeepsTheGoalOfItsLog() {
    DriveScenario scenario =
        TestDrives.scenario(TestMap.straight(TestTrack.at(0, 30).goal(90, 30)), settings());
    assertArrayEquals(scenario.start().goalX, scenario.exits().x()[0]);
  }

  @Test
  void worldsWithoutTrialsAreRefused() {
    assertThrows(
        Problem.class, () -> TestDrives.environment(fork(), settings("goal_behavior=stop")));
  }
}
