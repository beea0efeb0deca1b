package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.RoadPolyline;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoalTrackerTest {
  private static final DriveMap NEAR =
      TestMap.straight(
          TestTrack.at(0, 0).goal(6, 0).speed(10).ticks(200), TestTrack.at(-90, 0).ticks(200));

  private static DriveEnvironment environment(String... settings) {
    String[] all = new String[settings.length + 1];
    all[0] = "termination_mode=time_limit";
    System.arraycopy(settings, 0, all, 1, settings.length);
    return TestDrives.environment(NEAR, all);
  }

  private static float stepsUntilGoal(DriveEnvironment environment) {
    do {
      TestDrives.step(environment, TestDrives.COAST, 1);
    } while (environment.buffer().reward[0] == 0);
    return environment.buffer().reward[0];
  }

  @Test
  void aRespawnedVehicleIsBackAtItsStartAndEarnsLessTheSecondTimeAndNothingTheThird() {
    DriveEnvironment environment = environment("episode_length=200");
    float start = environment.bodies().x[0];
    assertEquals(1, stepsUntilGoal(environment));
    assertEquals(start, environment.bodies().x[0]);
    assertEquals(5, environment.bodies().respawnTick[0]);
    assertEquals(0.25f, stepsUntilGoal(environment));
    TestDrives.step(environment, TestDrives.COAST, 30);
    assertEquals(0, environment.buffer().reward[0]);
    assertEquals(2, environment.bodies().respawns[0]);
    assertEquals(1.0, TestDrives.total(environment, "goals"));
  }

  @Test
  void aGhostRestartsFromTheFirstFrameOfTheEpisode() {
    DriveEnvironment mended = environment("init_steps=2");
    DriveEnvironment reference = environment("init_steps=2", "reference_quirks=true");
    float start = mended.bodies().x[0];
    stepsUntilGoal(mended);
    stepsUntilGoal(reference);
    assertEquals(start, mended.bodies().x[0]);
    assertEquals(start - 2, reference.bodies().x[0], 1e-4, "frame 0");
  }

  @Test
  void whoDrivesTooFastIsNotThere() {
    DriveEnvironment environment = environment("goal_speed=9");
    TestDrives.step(environment, TestDrives.COAST, 20);
    assertEquals(0.0, TestDrives.total(environment, "goals"));
  }

  @Test
  void aNewGoalIsTheLanePointAheadNearestToTheWantedDistance() {
    DriveEnvironment environment =
        environment("goal_behavior=generate_new", "goal_target_distance=22");
    float behind = environment.bodies().x[0];
    assertEquals(1, stepsUntilGoal(environment));
    Bodies b = environment.bodies();
    assertEquals(25, b.goalX[0] - behind, 1e-3, "points are 5 m apart, the vehicle is at 5");
    assertEquals(3.5, b.goalY[0] - environment.bodies().y[0], 1e-3, "on whatever lane");
    assertEquals(1.0, TestDrives.total(environment, "goals"));
    assertEquals(1.5, TestDrives.total(environment, "goals_sampled_this_episode"));
  }

  @Test
  void withNoLaneAheadAnotherVehiclesGoalIsTaken() {
    DriveMap map =
        TestMap.map(
            List.of(TestMap.road(RoadPolyline.EDGE, -20), TestMap.road(RoadPolyline.EDGE, 20)),
            TestTrack.at(0, 0).goal(6, 0).speed(10),
            TestTrack.at(-90, 0).goal(-50, 7));
    DriveEnvironment environment = TestDrives.environment(map, "goal_behavior=generate_new");
    TestDrives.step(environment, TestDrives.COAST, 5);
    Bodies b = environment.bodies();
    assertEquals(b.goalX[1], b.goalX[0]);
    assertEquals(b.goalY[1], b.goalY[0]);
  }

  @Test
  void aloneWithNoLaneAheadTheGoalIsNotPaidAgain() {
    DriveMap map =
        TestMap.map(
            List.of(TestMap.road(RoadPolyline.EDGE, -20), TestMap.road(RoadPolyline.EDGE, 20)),
            TestTrack.at(0, 0).goal(6, 0).speed(10));
    DriveEnvironment environment = TestDrives.environment(map, "goal_behavior=generate_new");
    TestDrives.step(environment, TestDrives.COAST, 20);
    assertEquals(1.0, TestDrives.total(environment, "goals"));
  }

  @Test
  void whoStopsAtItsGoalStandsThereAndCanBeHit() {
    DriveEnvironment environment = environment("goal_behavior=stop");
    assertEquals(1, stepsUntilGoal(environment));
    float x = environment.bodies().x[0];
    TestDrives.step(environment, TestDrives.ACCELERATE, 10);
    assertEquals(x, environment.bodies().x[0]);
    assertEquals(1, environment.bodies().stopped[0]);
    assertEquals(0, environment.buffer().removed[0]);
  }

  @Test
  void aResetBringsTheFirstGoalBack() {
    DriveEnvironment environment = environment("goal_behavior=generate_new");
    float goal = environment.bodies().goalX[0];
    stepsUntilGoal(environment);
    assertNotEquals(goal, environment.bodies().goalX[0]);
    environment.reset();
    assertEquals(goal, environment.bodies().goalX[0]);
  }
}
