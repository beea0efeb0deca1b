package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.LaneRule;
import dev.hindsight.trainer.env.drive.simulation.OffroadDetector;
import dev.hindsight.trainer.env.drive.simulation.RoadPolyline;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LaneRuleTest {
  private static final DriveMap ROAD = TestMap.straight(TestTrack.at(0, 0), TestTrack.at(100, 0));

  private final DriveScenario classic = TestDrives.scenario(ROAD, Map.of());
  private final DriveScenario adaptive = TestDrives.scenario(ROAD, Map.of("preset", "adaptive"));

  private static Bodies located(DriveScenario driveScenario, double y, double heading) {
    Bodies b = new Bodies(2, 2);
    b.copyFrom(driveScenario.start());
    float first = driveScenario.start().y[0];
    b.y[0] = (float) (first + y);
    b.face(0, (float) heading);
    driveScenario.roads().laneRules().get().locate(b, 0, OffroadDetector.NONE);
    return b;
  }

  @Test
  void theNearestLaneCounts() {
    assertEquals(0, located(classic, 1.7, 0).lane[0]);
    assertEquals(1, located(classic, 1.8, 0).lane[0]);
  }

  @Test
  void beyondFourMetresThereIsNoLane() {
    assertEquals(1, located(classic, 3.5 + 3.99, 0).lane[0]);
    assertEquals(Bodies.NO_LANE, located(classic, 3.5 + 4.01, 0).lane[0]);
  }

  @Test
  void alignmentEndsAtFifteenDegrees() {
    assertEquals(1, located(classic, 0, Math.toRadians(14.9)).laneAligned[0]);
    assertEquals(0, located(classic, 0, Math.toRadians(15.1)).laneAligned[0]);
  }

  @Test
  void aLaneThatLeadsElsewhereCountsAsFurtherAway() {
    assertEquals(0, located(classic, 0.5, Math.PI).lane[0]);
    assertEquals(Bodies.NO_LANE, located(classic, -1.5, Math.PI).lane[0]);
  }

  @Test
  void turnedRoundManyTimesABodyStillKnowsItsLane() {
    assertEquals(1, located(classic, 0, 10 * Math.PI).laneAligned[0]);
    assertEquals(0, located(classic, 0, 11 * Math.PI).laneAligned[0]);
    DriveScenario reference = TestDrives.scenario(ROAD, Map.of("reference_quirks", "true"));
    assertEquals(1, located(reference, 0, 11 * Math.PI).laneAligned[0], "its defect");
  }

  @Test
  void theQuickTestsDoNotChangeTheNearestLane() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 3000; i++) {
      double y = random.nextDouble(-8, 12);
      double distance = Math.min(Math.abs(y), Math.abs(y - 3.5));
      if (Math.abs(distance - 4) > 1e-3 && Math.abs(y - 1.75) > 1e-3) {
        int expected = distance > 4 ? Bodies.NO_LANE : y < 1.75 ? 0 : 1;
        assertEquals(expected, located(classic, y, 0.1).lane[0], "y " + y);
      }
    }
  }

  @Test
  void theOffsetIsPositiveOnTheLeft() {
    assertEquals(0.8f, located(adaptive, 0.8, 0).laneOffset[0], 1e-4);
    assertEquals(-0.8f, located(adaptive, -0.8, 0).laneOffset[0], 1e-4);
  }

  @Test
  void theAngleToTheLaneIsSmoothedAndSigned() {
    assertEquals(Math.cos(0.3), located(adaptive, 0, 0.3).laneCos[0], 1e-5);
    assertEquals(-1, located(adaptive, 0, Math.PI).laneCos[0], 1e-5);
    assertEquals(1, located(adaptive, 0, Math.PI).laneAligned[0], "either way along counts");
  }

  @Test
  void offTheLanesTheOffsetIsAsLargeAsItGets() {
    Bodies b = located(adaptive, 3.5 + 4.01, 0);
    assertEquals(4, b.laneOffset[0]);
    assertEquals(0, b.laneCos[0]);
    assertEquals(Bodies.NO_LANE, b.lane[0]);
  }

  @Test
  void theFollowedLaneIsKeptUntilAnotherIsClearlyBetter() {
    LaneRule rule = adaptive.roads().laneRules().get();
    Bodies b = located(adaptive, 0.5, 0);
    b.y[0] += 2f;
    rule.locate(b, 0, OffroadDetector.NONE);
    assertEquals(0, b.lane[0], "2.5 m off, the other lane 1 m off");
    b.y[0] += 1.4f;
    rule.locate(b, 0, OffroadDetector.NONE);
    assertEquals(1, b.lane[0], "3.9 m off, the other lane 0.4 m off");
  }

  @Test
  void directionsNearHalfATurnAreAveragedTheShortWay() {
    List<DriveMap.Road> roads =
        List.of(
            TestMap.road(
                RoadPolyline.LANE,
                new double[] {10, 0},
                new double[] {0, 0.1},
                new double[] {-10, 0}),
            TestMap.road(RoadPolyline.EDGE, new double[] {-20, -20}, new double[] {20, 20}));
    DriveMap map = TestMap.map(roads, TestTrack.at(-5, 0.3).heading(Math.PI).goal(-50, 0));
    for (String preset : new String[] {"classic", "adaptive"}) {
      Bodies start = TestDrives.scenario(map, Map.of("preset", preset)).start();
      assertNotEquals(Bodies.NO_LANE, start.lane[0]);
      assertEquals(1, start.laneAligned[0], preset);
    }
    Bodies reference = TestDrives.scenario(map, Map.of("reference_quirks", "true")).start();
    assertEquals(0, reference.laneAligned[0], "its defect");
    assertTrue(reference.lane[0] >= 0);
  }
}
