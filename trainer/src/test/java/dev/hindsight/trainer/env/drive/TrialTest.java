package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.env.drive.simulation.MapFrame;
import dev.hindsight.trainer.env.drive.simulation.TrafficParticipant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialTest {
  private static final String[] TRIALS = {
    "goal_behavior=trial", "k_scenarios=4", "scenario_length=30", "init_steps=3"
  };

  private static DriveScenario scenario(String... more) {
    String[] all = new String[TRIALS.length + more.length];
    System.arraycopy(TRIALS, 0, all, 0, TRIALS.length);
    System.arraycopy(more, 0, all, TRIALS.length, more.length);
    return TestDrives.scenario(TestMap.busy(), TestDrives.settings(all));
  }

  private static DriveEnvironment environment(String... more) {
    return new DriveEnvironment(scenario(more), 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "preset=classic",
        "preset=adaptive",
        "dynamics_model=classic",
        "collision_behavior=remove",
        "offroad_behavior=stop",
        "conditioning=all",
        "num_ego_agents=1",
        "reference_quirks=true"
      })
  void everyTrialIsTheFirstOneAgainToTheBit(String setting) {
    assertEquals(List.of(), TrialChecks.of(environment(setting)).violations());
  }

  @Test
  void theIntegratorsOfTheJerkModelStartAfreshToo() {
    DriveEnvironment environment = environment("dynamics_model=jerk");
    Long first = environment.bodies().digest(0);
    for (int k = 0; k < 3; k++) {
      TestDrives.step(environment, 11, 10);
      assertNotEquals(0, environment.bodies().steering[2]);
      TestDrives.step(environment, 2, 20);
      assertEquals(1, environment.buffer().trialEnded[0]);
      assertEquals(first, environment.bodies().digest(0));
    }
  }

  @Test
  void onTown02EveryTrialBeginsAlike() {
    DriveEnvironment environment =
        TestDrives.environment(
            DriveMaps.read(SharedData.require("data/drive/maps/Town02_mixed.bin")),
            "goal_behavior=trial",
            "k_scenarios=4",
            "preset=adaptive");
    assertEquals(List.of(), TrialChecks.of(environment).violations());
  }

  @Test
  void everybodyStartsFromTheFirstFrameAsked() {
    DriveScenario driveScenario = scenario();
    TrafficParticipant agent = driveScenario.roster().agents().getFirst();
    assertEquals(agent.x()[3], driveScenario.start().x[0]);
    assertNotEquals(agent.x()[0], driveScenario.start().x[0]);
    DriveEnvironment environment = new DriveEnvironment(driveScenario, 1);
    TestDrives.step(environment, TestDrives.BRAKE, 30);
    assertEquals(1, environment.buffer().trial);
    assertEquals(agent.x()[3], environment.bodies().x[0]);
  }

  @Test
  void expertsReplayTheSameFramesInEveryTrial() {
    DriveScenario driveScenario = scenario();
    DriveEnvironment environment = new DriveEnvironment(driveScenario, 1);
    int expert = driveScenario.roster().agents().size();
    for (int t = 1; t <= 89; t++) {
      TestDrives.step(environment, TestDrives.BRAKE, 1);
      float logged = driveScenario.roster().actor(expert).x()[3 + t % 30];
      assertEquals(logged, environment.bodies().x[expert], "tick " + t);
    }
  }

  @Test
  void terminalComesAfterTheLastTrialAlone() {
    assertEquals(
        List.of(List.of(0, 1, 1), List.of(0, 1, 1), List.of(0, 1, 1), List.of(1, 1, 1)),
        TrialChecks.of(environment()).lastFlags());
  }

  @Test
  void aTrialWithoutArrivalsEndsOnTime() {
    DriveEnvironment environment = environment("goal_radius=0.1");
    assertEquals(List.of(30, 30, 30, 30), TrialChecks.of(environment).lengths());
  }

  @Test
  void aTrialEndsWhenAllEgosAreInLimbo() {
    DriveEnvironment environment =
        environment("num_agents=2", "goal_radius=6", "scenario_length=80");
    TrialChecks checks = TrialChecks.of(environment);
    assertTrue(checks.lengths().getFirst() < 80, checks.lengths().toString());
    assertEquals(List.of(1.0, 1.0, 1.0, 1.0), environment.trialScores());
  }

  @Test
  void coPlayersDoNotHoldUpATrial() {
    DriveEnvironment all = environment("goal_radius=6", "scenario_length=80");
    DriveEnvironment one = environment("goal_radius=6", "scenario_length=80", "num_ego_agents=1");
    assertTrue(TrialChecks.of(one).lengths().getFirst() < TrialChecks.of(all).lengths().getFirst());
  }

  @Test
  void aGoalIsPaidOnceAndLeadsToLimbo() {
    DriveEnvironment environment = environment("scenario_length=60");
    StepBuffer buffer = environment.buffer();
    int paid = 0;
    for (int t = 0; t < 59; t++) {
      TestDrives.step(environment, TestDrives.COAST, 1);
      paid += buffer.reward[0] > 0.5f ? 1 : 0;
      if (paid == 1 && buffer.reward[0] <= 0.5f) {
        assertEquals(0, buffer.reward[0], "nothing is paid in limbo");
        assertEquals(0, buffer.terminal[0]);
        assertEquals(0, buffer.truncation[0]);
        assertEquals(MapFrame.NOWHERE, environment.bodies().x[0]);
      }
    }
    assertEquals(1, paid);
    assertEquals(1, buffer.removed[0]);
    assertEquals(0, buffer.trial);
  }

  @Test
  void theNextTrialIsShownAtTheTickTheLastOneEnds() {
    DriveEnvironment environment = environment();
    float[] first = environment.buffer().observation.clone();
    TestDrives.step(environment, TestDrives.BRAKE, 30);
    assertEquals(1, environment.buffer().trial);
    assertEquals(0, environment.buffer().trialTick);
    assertArrayEquals(first, environment.buffer().observation);
    assertTrue(environment.buffer().reward[0] < 0, "the reward is the old trial's");
  }

  @Test
  void afterTheLastTrialANewEpisodeBegins() {
    DriveEnvironment environment = environment();
    TestDrives.step(environment, TestDrives.BRAKE, 120);
    assertEquals(1, environment.buffer().terminal[0]);
    assertEquals(0, environment.buffer().trial);
    assertFalse(environment.bodies().x[0] == MapFrame.NOWHERE);
  }

  @Test
  void theReferenceWaitsInLimboAfterTheLastTrial() {
    DriveEnvironment environment = environment("reference_quirks=true");
    TestDrives.step(environment, TestDrives.BRAKE, 200);
    assertEquals(1, environment.buffer().removed[0]);
    assertEquals(0, environment.buffer().terminal[0], "said once, not at every tick");
    environment.reset();
    assertEquals(0, environment.buffer().removed[0]);
  }
}
