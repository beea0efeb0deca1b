package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeterminismTest {
  private static DriveScenario scenario(String... settings) {
    return TestDrives.scenario(TestMap.busy(), TestDrives.settings(settings));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "goal_behavior=respawn",
        "goal_behavior=generate_new",
        "goal_behavior=stop",
        "goal_behavior=trial",
        "dynamics_model=jerk",
        "action_type=continuous",
        "preset=adaptive",
        "conditioning=all"
      })
  void theSameSeedAndActionsGiveTheSameBitsAgain(String setting) {
    Environment environment = new DriveEnvironment(scenario(setting), 9);
    long first = TestDrives.run(environment, 300, 2);
    environment.reset();
    assertEquals(first, TestDrives.run(environment, 300, 2), "after a reset");
    assertEquals(first, TestDrives.run(new DriveEnvironment(scenario(setting), 9), 300, 2));
  }

  @Test
  void anotherSeedDrawsOtherWeights() {
    DriveScenario driveScenario = scenario("conditioning=all");
    assertNotEquals(
        new DriveEnvironment(driveScenario, 1).stateHash(),
        new DriveEnvironment(driveScenario, 2).stateHash());
  }

  @Test
  void threadsThatShareAScenarioDoNotDisturbEachOther()
      throws InterruptedException, ExecutionException {
    DriveScenario driveScenario = scenario("preset=adaptive", "conditioning=all");
    long alone = TestDrives.run(new DriveEnvironment(driveScenario, 4), 200, 6);
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      Callable<Long> job = () -> TestDrives.run(new DriveEnvironment(driveScenario, 4), 200, 6);
      for (Future<Long> result : pool.invokeAll(List.of(job, job, job, job, job, job))) {
        assertEquals(alone, result.get());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"goal_behavior=generate_new", "goal_behavior=trial", "conditioning=all"})
  void aRestoredSnapshotGoesOnAsTheOriginalDid(String setting) {
    DriveScenario driveScenario = scenario(setting, "dynamics_model=jerk", "scenario_length=40");
    Environment original = new DriveEnvironment(driveScenario, 3);
    TestDrives.run(original, 57, 1);
    Environment.Snapshot snapshot = original.snapshot();
    float[] seen = original.buffer().observation.clone();
    float[] rewards = original.buffer().reward.clone();
    long onward = TestDrives.run(original, 100, 8);
    var totals = original.totals();

    Environment other = new DriveEnvironment(driveScenario, 77);
    other.restore(snapshot);
    assertArrayEquals(seen, other.buffer().observation);
    assertArrayEquals(rewards, other.buffer().reward);
    assertEquals(onward, TestDrives.run(other, 100, 8));
    assertEquals(totals, other.totals());
    original.restore(snapshot);
    assertEquals(onward, TestDrives.run(original, 100, 8), "the snapshot itself is not used up");
  }

  @Test
  void aSnapshotOfAnotherKindOfEnvironmentIsRefused() {
    Environment.Snapshot snapshot = new DriveEnvironment(scenario(), 1).snapshot();
    Environment other = new DriveEnvironment(scenario("goal_radius=3"), 1);
    assertThrows(IllegalArgumentException.class, () -> other.restore(snapshot));
    Environment elsewhere =
        TestDrives.environment(TestMap.straight(TestTrack.at(0, 0), TestTrack.at(20, 0)));
    assertThrows(IllegalArgumentException.class, () -> elsewhere.restore(snapshot));
  }

  @Test
  void everyNumberOfTheStateChangesItsDigest() {
    Bodies b = new Bodies(2, 3);
    List<Runnable> changes = new ArrayList<>();
    changes.add(() -> b.x[2] += 1);
    changes.add(() -> b.heading[0] = -0.0f);
    changes.add(() -> b.respawnTick[1] = 5);
    changes.add(() -> b.steering[1] = Float.MIN_VALUE);
    changes.add(() -> b.goalReached[0] = 1);
    long before = b.digest(0);
    for (Runnable change : changes) {
      change.run();
      assertNotEquals(before, b.digest(0));
      before = b.digest(0);
    }
  }
}
