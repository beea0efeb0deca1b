package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.CollisionDetector;
import dev.hindsight.trainer.env.drive.simulation.ContactRule;
import dev.hindsight.trainer.env.drive.simulation.MapFrame;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ContactRuleTest {
  private static final float HALF_LENGTH = 4.5f * 0.7f / 2;
  private static final float HALF_WIDTH = 2 * 0.7f / 2;

  /// Two vehicles in a row, the rear one driving into the other.
  private static final DriveMap CRASH =
      TestMap.straight(TestTrack.at(0, 0).speed(10), TestTrack.at(12, 0), TestTrack.at(-60, 0));

  @Test
  void boxesTouchExactlyWhereNoAxisSeparatesTheirCorners() {
    DriveScenario driveScenario = TestDrives.scenario(CRASH, TestDrives.settings());
    CollisionDetector collisionDetector = new CollisionDetector(driveScenario.roster());
    Bodies b = new Bodies(3, 3);
    b.copyFrom(driveScenario.start());
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 20_000; i++) {
      b.x[1] = b.x[0] + (float) random.nextDouble(-5, 5);
      b.y[1] = b.y[0] + (float) random.nextDouble(-5, 5);
      b.face(0, (float) random.nextDouble(-7, 7));
      b.face(1, (float) random.nextDouble(-7, 7));
      double gap = Rectangles.gap(b, 0, 1, HALF_LENGTH, HALF_WIDTH);
      if (Math.abs(gap) > 1e-4) {
        assertEquals(
            gap < 0 ? 1 : CollisionDetector.NO_AGENT, collisionDetector.first(b, 0), "gap " + gap);
      }
    }
  }

  @Test
  void bodiesFurtherApartThanFifteenMetresDoNotTouchHoweverLongTheyAre() {
    DriveScenario driveScenario = TestDrives.scenario(CRASH, TestDrives.settings());
    Bodies b = new Bodies(3, 3);
    b.copyFrom(driveScenario.start());
    b.x[1] = b.x[0] + 15.01f;
    assertEquals(
        CollisionDetector.NO_AGENT, new CollisionDetector(driveScenario.roster()).first(b, 0));
  }

  @Test
  void aCollisionIsCountedOnceAndCostsAtEveryTick() {
    DriveEnvironment environment = TestDrives.environment(CRASH);
    TestDrives.step(environment, TestDrives.COAST, 12);
    assertEquals(ContactRule.VEHICLE, environment.bodies().collision[0]);
    assertEquals(ContactRule.VEHICLE, environment.bodies().collision[1]);
    assertEquals(-0.5f, environment.buffer().reward[0]);
    assertEquals(2.0, TestDrives.total(environment, "collisions"));
  }

  @Test
  void whoCollidesStopsWhenAsked() {
    DriveEnvironment environment = TestDrives.environment(CRASH, "collision_behavior=stop");
    TestDrives.step(environment, TestDrives.COAST, 40);
    assertEquals(1, environment.bodies().stopped[0]);
    assertEquals(0, environment.bodies().speed(0));
    assertEquals(ContactRule.VEHICLE, environment.bodies().collision[0]);
  }

  @Test
  void bothPartiesOfACollisionLeaveWhenAsked() {
    DriveEnvironment environment = TestDrives.environment(CRASH, "collision_behavior=remove");
    TestDrives.step(environment, TestDrives.COAST, 40);
    assertEquals(MapFrame.NOWHERE, environment.bodies().x[0]);
    assertEquals(MapFrame.NOWHERE, environment.bodies().x[1]);
    assertEquals(1, environment.buffer().removed[1]);
    assertEquals(0, environment.buffer().removed[2]);
  }

  @Test
  void aBodyIsOffroadWhereItsOutlineCrossesAnEdge() {
    DriveEnvironment environment =
        TestDrives.environment(TestMap.straight(TestTrack.at(0, 0).heading(-0.4).speed(5)));
    boolean[] crossing = new boolean[40];
    for (int t = 0; t < 40; t++) {
      TestDrives.step(environment, TestDrives.COAST, 1);
      Bodies b = environment.bodies();
      crossing[t] = b.collision[0] == ContactRule.EDGE;
      double lowest = Rectangles.lowest(b, 0, HALF_LENGTH, HALF_WIDTH);
      double highest = Rectangles.highest(b, 0, HALF_LENGTH, HALF_WIDTH);
      double edge = -2 - TestDrives.fixed(environment, "world_origin").value(1);
      if (Math.abs(lowest - edge) > 1e-3 && Math.abs(highest - edge) > 1e-3) {
        assertEquals(lowest < edge && highest > edge, crossing[t], "tick " + t);
      }
    }
    assertEquals(1.0, TestDrives.total(environment, "offroad"));
  }

  @Test
  void whoLeavesTheRoadIsRemovedWhenAsked() {
    DriveEnvironment environment =
        TestDrives.environment(
            TestMap.straight(TestTrack.at(0, 0).heading(-0.4).speed(5)), "offroad_behavior=remove");
    TestDrives.step(environment, TestDrives.COAST, 20);
    assertEquals(1, environment.bodies().removed[0]);
    assertEquals(1.0, TestDrives.total(environment, "offroad"));
  }

  @Test
  void aVehicleCollisionOverridesTheRoadsEdge() {
    DriveEnvironment environment =
        TestDrives.environment(TestMap.straight(TestTrack.at(0, -2), TestTrack.at(3, -2)));
    assertEquals(ContactRule.VEHICLE, environment.bodies().collision[0]);
  }

  @Test
  void outsideTheMapThereIsNoEdgeToCross() {
    DriveEnvironment environment =
        TestDrives.environment(TestMap.straight(TestTrack.at(0, 300), TestTrack.at(0, 0)));
    assertEquals(ContactRule.NOTHING, environment.bodies().collision[0]);
    assertNotEquals(Bodies.NO_LANE, environment.bodies().lane[1]);
    assertEquals(Bodies.NO_LANE, environment.bodies().lane[0]);
  }
}
