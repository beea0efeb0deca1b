package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Plants the bugs of the reference's trial mode and shows that the checks find them.
class TrialMutantTest {
  private static final DriveScenario SCENARIO =
      TestDrives.scenario(
          TestMap.busy(),
          TestDrives.settings(
              "goal_behavior=trial", "k_scenarios=3", "scenario_length=30", "init_steps=3"));

  private static List<String> violations(TrialReset reset) {
    return TrialChecks.of(new DriveEnvironment(SCENARIO, 1, reset)).violations();
  }

  @Test
  void theSimulatorItselfPasses() {
    assertEquals(List.of(), violations(TrialReset.WHOLE));
  }

  @Test
  void aGhostFlagThatHidesLaterTrialsIsFound() {
    List<String> found =
        violations((bodies, start) -> {
          bodies.copyFrom(start);
          for (int a = 0; a < bodies.agents; a++) {
            bodies.respawnTick[a] = 30;
          }
        });
    assertTrue(found.contains("trial 1 hides agents from each other"), found.toString());
  }

  @Test
  void expertsThatAreNotRewoundAreFound() {
    List<String> found =
        violations((bodies, start) -> {
          float[] x = bodies.x.clone();
          bodies.copyFrom(start);
          System.arraycopy(x, bodies.agents, bodies.x, bodies.agents, x.length - bodies.agents);
        });
    assertTrue(found.contains("trial 1 shows another first observation"), found.toString());
  }

  @Test
  void aStartFromFrameZeroIsFound() {
    List<String> found =
        violations((bodies, start) -> {
          bodies.copyFrom(start);
          for (int a = 0; a < bodies.agents; a++) {
            bodies.x[a] = SCENARIO.roster().actor(a).x()[0];
          }
        });
    assertTrue(found.contains("trial 2 begins in another state"), found.toString());
  }

  @Test
  void anIntegratorThatIsForgottenIsFound() {
    List<String> found =
        violations((bodies, start) -> {
          bodies.copyFrom(start);
          bodies.accelerationLong[0] = 1;
        });
    assertTrue(found.contains("trial 1 begins in another state"), found.toString());
  }

  @Test
  void aGoalPaidAtEveryTickIsFound() {
    DriveMap map = TestMap.straight(TestTrack.at(0, 0).goal(6, 0).speed(5));
    String[] stop = {"goal_behavior=stop", "termination_mode=time_limit"};
    assertEquals(1, goalTicks(TestDrives.environment(map, stop)));
    assertFalse(
        goalTicks(TestDrives.environment(map, stop[0], stop[1], "reference_quirks=true")) == 1,
        "PufferDrive 2.0 has this very bug");
  }

  private static int goalTicks(DriveEnvironment environment) {
    int ticks = 0;
    for (int t = 0; t < 60; t++) {
      TestDrives.step(environment, TestDrives.COAST, 1);
      ticks += environment.buffer().reward[0] > 0.5f ? 1 : 0;
    }
    return ticks;
  }
}
