package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.simulation.ContactRule;
import dev.hindsight.trainer.env.drive.simulation.MapFrame;
import org.junit.jupiter.api.Test;

/// Defects of the reference: fixed by default, reproduced under `reference_quirks`.
class QuirksTest {
  private static DriveEnvironment mended(DriveMap map, String... settings) {
    return TestDrives.environment(map, settings);
  }

  private static DriveEnvironment reference(DriveMap map, String... settings) {
    String[] all = new String[settings.length + 1];
    System.arraycopy(settings, 0, all, 0, settings.length);
    all[settings.length] = "reference_quirks=true";
    return TestDrives.environment(map, all);
  }

  private static final DriveMap WITH_EXPERT =
      TestMap.straight(
          TestTrack.at(0, 0), TestTrack.at(20, 0).speed(5).expert().valid(0, 5).ticks(91));

  @Test
  void expertsHaveTheSpeedOfTheirLog() {
    assertEquals(5, mended(WITH_EXPERT).bodies().speed(1), 1e-6);
    assertEquals(0, reference(WITH_EXPERT).bodies().speed(1));
  }

  /// An expert the log loses for a while.
  private static DriveMap blinking() {
    DriveMap map = TestMap.straight(TestTrack.at(0, 0), TestTrack.at(20, 0).speed(5).expert());
    int[] valid = map.objects().get(1).valid();
    for (int t = 10; t < 20; t++) {
      valid[t] = 0;
    }
    return map;
  }

  @Test
  void anExpertComesBackWhenItsLogDoes() {
    DriveEnvironment mended = mended(blinking());
    DriveEnvironment reference = reference(blinking());
    TestDrives.step(mended, TestDrives.COAST, 15);
    TestDrives.step(reference, TestDrives.COAST, 15);
    assertEquals(MapFrame.NOWHERE, mended.bodies().x[1]);
    TestDrives.step(mended, TestDrives.COAST, 10);
    TestDrives.step(reference, TestDrives.COAST, 10);
    assertNotEquals(MapFrame.NOWHERE, mended.bodies().x[1]);
    assertEquals(MapFrame.NOWHERE, reference.bodies().x[1]);
  }

  @Test
  void aGoalDoesNotWipeWhatElseTheTickWasWorth() {
    DriveMap map =
        TestMap.straight(TestTrack.at(0, 0).goal(6, 0).speed(10), TestTrack.at(7, 0).goal(-50, 0));
    DriveEnvironment mended = mended(map, "termination_mode=time_limit");
    DriveEnvironment reference = reference(map, "termination_mode=time_limit");
    TestDrives.step(mended, TestDrives.COAST, 5);
    TestDrives.step(reference, TestDrives.COAST, 5);
    assertEquals(0.5f, mended.buffer().reward[0], 1e-6);
    assertEquals(1, reference.buffer().reward[0]);
    assertEquals(0.0, TestDrives.total(mended, "score"), "it had collided before its goal");
    assertEquals(0.5, TestDrives.total(reference, "score"), "the respawn cleared its record");
  }

  @Test
  void aLaneIsFoundWhereverAnEdgeIsCrossed() {
    DriveMap map = TestMap.straight(TestTrack.at(0, -1.5).heading(0.1));
    assertEquals(ContactRule.EDGE, mended(map).bodies().collision[0]);
    assertEquals(1, mended(map).bodies().laneAligned[0]);
    DriveMap edgeFirst = TestMap.map(map.roads().reversed(), TestTrack.at(0, -1.5).heading(0.1));
    assertEquals(1, mended(edgeFirst).bodies().laneAligned[0]);
    assertEquals(0, reference(edgeFirst).bodies().laneAligned[0]);
  }

  @Test
  void thoseInLimboDoNotSeeEachOther() {
    DriveMap map =
        TestMap.straight(
            TestTrack.at(0, 0).goal(3, 0).speed(10),
            TestTrack.at(20, 0).goal(23, 0).speed(10),
            TestTrack.at(-90, 0));
    DriveEnvironment mended = mended(map, "goal_behavior=trial");
    DriveEnvironment reference = reference(map, "goal_behavior=trial");
    TestDrives.step(mended, TestDrives.COAST, 2);
    TestDrives.step(reference, TestDrives.COAST, 2);
    assertEquals(0, mended.buffer().observation[7 + 3]);
    assertNotEquals(0, reference.buffer().observation[7 + 3]);
  }

  @Test
  void theShareOfTicksAlongALaneIsOverTheWholeEpisode() {
    DriveMap map = TestMap.straight(TestTrack.at(0, 0).heading(0.24).speed(4));
    DriveEnvironment mended = mended(map);
    DriveEnvironment reference = reference(map);
    for (int t = 0; t < 10; t++) {
      int turnAtTheEnd = t < 8 ? TestDrives.COAST : 3 * 13 + 12;
      TestDrives.step(mended, turnAtTheEnd, 1);
      TestDrives.step(reference, turnAtTheEnd, 1);
    }
    assertEquals(0.8, TestDrives.total(mended, "lane_alignment_rate"), 1e-9);
    assertEquals(0.0, TestDrives.total(reference, "lane_alignment_rate"));
  }

  @Test
  void badLogsAreDroppedWhateverTheFirstFrame() {
    DriveMap map =
        TestMap.straight(
            TestTrack.at(0, 0).speed(10), TestTrack.at(30, 0).valid(0, 91), TestTrack.at(80, 0));
    String[] realism = {"control_mode=control_wosac", "num_agents=1", "init_steps=2"};
    assertEquals(MapFrame.NOWHERE, mended(map, realism).bodies().x[1]);
    assertNotEquals(MapFrame.NOWHERE, mended(map, realism).bodies().x[2]);
    assertNotEquals(MapFrame.NOWHERE, reference(map, realism).bodies().x[1]);
    String[] fromZero = {"control_mode=control_wosac", "num_agents=1"};
    assertEquals(MapFrame.NOWHERE, reference(map, fromZero).bodies().x[1]);
  }

  @Test
  void whoDroveStraightOnInTheJerkModelCanTurnRight() {
    DriveMap map = TestMap.straight(TestTrack.at(0, 0).speed(8).goal(150, 0));
    DriveEnvironment mended = mended(map, "dynamics_model=jerk");
    DriveEnvironment reference = reference(map, "dynamics_model=jerk");
    int straightOn = 2 * 3 + 1;
    int rightwards = 2 * 3;
    for (DriveEnvironment environment : new DriveEnvironment[] {mended, reference}) {
      TestDrives.step(environment, straightOn, 3);
      TestDrives.step(environment, rightwards, 5);
    }
    assertEquals(-2, mended.bodies().accelerationLat[0], 1e-4);
    assertEquals(0, reference.bodies().accelerationLat[0], 1e-2);
  }
}
