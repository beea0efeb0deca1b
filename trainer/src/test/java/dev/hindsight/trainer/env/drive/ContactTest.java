package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ContactTest {
  private static final float HALF_LENGTH = 4.5f * 0.7f / 2;
  private static final float HALF_WIDTH = 2 * 0.7f / 2;

  /// Two vehicles in a row, the rear one driving into the other.
  private static final DriveMap CRASH =
      TestMap.straight(TestTrack.at(0, 0).speed(10), TestTrack.at(12, 0), TestTrack.at(-60, 0));

  @Test
  void boxesTouchExactlyWhereNoAxisSeparatesTheirCorners() {
    Scenario scenario = DriveTests.scenario(CRASH, DriveTests.settings());
    Collisions collisions = new Collisions(scenario.roster());
    Bodies b = new Bodies(3, 3);
    b.copyFrom(scenario.start());
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 20_000; i++) {
      b.x[1] = b.x[0] + (float) random.nextDouble(-5, 5);
      b.y[1] = b.y[0] + (float) random.nextDouble(-5, 5);
      b.face(0, (float) random.nextDouble(-7, 7));
      b.face(1, (float) random.nextDouble(-7, 7));
      double gap = Rectangles.gap(b, 0, 1, HALF_LENGTH, HALF_WIDTH);
      if (Math.abs(gap) > 1e-4) {
        assertEquals(gap < 0 ? 1 : Collisions.NOBODY, collisions.first(b, 0), "gap " + gap);
      }
    }
  }

  @Test
  void bodiesFurtherApartThanFifteenMetresDoNotTouchHoweverLongTheyAre() {
    Scenario scenario = DriveTests.scenario(CRASH, DriveTests.settings());
    Bodies b = new Bodies(3, 3);
    b.copyFrom(scenario.start());
    b.x[1] = b.x[0] + 15.01f;
    assertEquals(Collisions.NOBODY, new Collisions(scenario.roster()).first(b, 0));
  }

  @Test
  void aCollisionIsCountedOnceAndCostsAtEveryTick() {
    DriveEnvironment environment = DriveTests.environment(CRASH);
    DriveTests.step(environment, DriveTests.COAST, 12);
    assertEquals(Contact.VEHICLE, environment.bodies().collision[0]);
    assertEquals(Contact.VEHICLE, environment.bodies().collision[1]);
    assertEquals(-0.5f, environment.buffer().reward[0]);
    assertEquals(2.0, DriveTests.total(environment, "collisions"));
  }

  @Test
  void whoCollidesStopsWhenAsked() {
    DriveEnvironment environment = DriveTests.environment(CRASH, "collision_behavior=stop");
    DriveTests.step(environment, DriveTests.COAST, 40);
    assertEquals(1, environment.bodies().stopped[0]);
    assertEquals(0, environment.bodies().speed(0));
    assertEquals(Contact.VEHICLE, environment.bodies().collision[0]);
  }

  @Test
  void bothPartiesOfACollisionLeaveWhenAsked() {
    DriveEnvironment environment = DriveTests.environment(CRASH, "collision_behavior=remove");
    DriveTests.step(environment, DriveTests.COAST, 40);
    assertEquals(MapFrame.NOWHERE, environment.bodies().x[0]);
    assertEquals(MapFrame.NOWHERE, environment.bodies().x[1]);
    assertEquals(1, environment.buffer().removed[1]);
    assertEquals(0, environment.buffer().removed[2]);
  }

  @Test
  void aBodyIsOffroadWhereItsOutlineCrossesAnEdge() {
    DriveEnvironment environment =
        DriveTests.environment(TestMap.straight(TestTrack.at(0, 0).heading(-0.4).speed(5)));
    boolean[] crossing = new boolean[40];
    for (int t = 0; t < 40; t++) {
      DriveTests.step(environment, DriveTests.COAST, 1);
      Bodies b = environment.bodies();
      crossing[t] = b.collision[0] == Contact.EDGE;
      double lowest = Rectangles.lowest(b, 0, HALF_LENGTH, HALF_WIDTH);
      double highest = Rectangles.highest(b, 0, HALF_LENGTH, HALF_WIDTH);
      double edge = -2 - DriveTests.fixed(environment, "world_origin").value(1);
      if (Math.abs(lowest - edge) > 1e-3 && Math.abs(highest - edge) > 1e-3) {
        assertEquals(lowest < edge && highest > edge, crossing[t], "tick " + t);
      }
    }
    assertEquals(1.0, DriveTests.total(environment, "offroad"));
  }

  @Test
  void whoLeavesTheRoadIsRemovedWhenAsked() {
    DriveEnvironment environment =
        DriveTests.environment(
            TestMap.straight(TestTrack.at(0, 0).heading(-0.4).speed(5)), "offroad_behavior=remove");
    DriveTests.step(environment, DriveTests.COAST, 20);
    assertEquals(1, environment.bodies().removed[0]);
    assertEquals(1.0, DriveTests.total(environment, "offroad"));
  }

  @Test
  void aVehicleCollisionOverridesTheRoadsEdge() {
    DriveEnvironment environment =
        DriveTests.environment(TestMap.straight(TestTrack.at(0, -2), TestTrack.at(3, -2)));
    assertEquals(Contact.VEHICLE, environment.bodies().collision[0]);
  }

  @Test
  void outsideTheMapThereIsNoEdgeToCross() {
    DriveEnvironment environment =
        DriveTests.environment(TestMap.straight(TestTrack.at(0, 300), TestTrack.at(0, 0)));
    assertEquals(Contact.NOTHING, environment.bodies().collision[0]);
    assertNotEquals(Bodies.NO_LANE, environment.bodies().lane[1]);
    assertEquals(Bodies.NO_LANE, environment.bodies().lane[0]);
  }
}
