package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Agents that observe less than their preset allows, and nearer goals.
class ObservedRowsTest {
  private static final DriveMap THREE =
      TestMap.straight(
          TestTrack.at(0, 0).goal(80, 0).speed(10).ticks(100),
          TestTrack.at(10, 3.5).speed(8).ticks(100),
          TestTrack.at(20, 0).speed(8).ticks(100));

  private static float[] seen(Environment environment, String segment) {
    var part =
        environment.shape().observation().segments().stream()
            .filter(s -> s.name().equals(segment))
            .findFirst()
            .orElseThrow();
    return Arrays.copyOfRange(
        environment.buffer().observation, part.offset(), part.offset() + part.length());
  }

  @Test
  void whoSeesFewerSeesTheFirstOfThoseItWouldHaveSeen() {
    Environment all = TestDrives.environment(THREE);
    Environment few = TestDrives.environment(THREE, "partners_observed=1", "roads_observed=5");
    assertEquals(7 + 7 + 5 * 7, few.shape().observation().size());
    for (String segment : new String[] {"partners", "roads"}) {
      float[] less = seen(few, segment);
      assertArrayEquals(Arrays.copyOf(seen(all, segment), less.length), less, segment);
    }
    TestDrives.step(few, TestDrives.COAST, 20);
  }

  @Test
  void aGoalBroughtNearerLiesOnTheLog() {
    DriveEnvironment environment = TestDrives.environment(THREE, "goal_within=25");
    assertEquals(25, environment.bodies().goalX[0] - environment.bodies().x[0], 1.01);
    assertEquals(environment.bodies().y[0], environment.bodies().goalY[0], 1e-4);
  }

  @Test
  void aGoalIsNotPutBeyondTheLog() {
    DriveEnvironment far = TestDrives.environment(THREE, "goal_within=1000");
    assertEquals(80, far.bodies().goalX[0] - far.bodies().x[0], 1e-3);
    DriveEnvironment own = TestDrives.environment(THREE);
    assertEquals(80, own.bodies().goalX[0] - own.bodies().x[0], 1e-3);
  }
}
