package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import org.junit.jupiter.api.Test;

class EpisodeTest {
  private static final DriveMap NEAR =
      TestMap.straight(TestTrack.at(0, 0).goal(6, 0).speed(10), TestTrack.at(20, 0).speed(10));

  @Test
  void anEpisodeEndsAtItsTimeLimitAndShowsTheNext() {
    DriveEnvironment environment =
        TestDrives.environment(NEAR, "episode_length=10", "goal_radius=0.1");
    float[] first = environment.buffer().observation.clone();
    TestDrives.step(environment, TestDrives.COAST, 9);
    assertEquals(0, environment.buffer().trialEnded[0]);
    float[] last = environment.buffer().observation.clone();
    TestDrives.step(environment, TestDrives.COAST, 1);
    StepBuffer buffer = environment.buffer();
    assertEquals(0, buffer.terminal[0]);
    assertEquals(1, buffer.truncation[0]);
    assertEquals(EpisodeEnd.TIMEOUT.code(), buffer.end[0]);
    assertArrayEquals(last, buffer.finalObservation(), "the last tick is not simulated");
    assertTrue(environment.shape().timeLimit());
    assertEquals(1, buffer.trialEnded[1]);
    assertEquals(0, buffer.reward[0]);
    assertEquals(0, buffer.trialTick);
    assertArrayEquals(first, buffer.observation);
  }

  @Test
  void theFirstFrameCountsAgainstTheLengthOfAnEpisode() {
    DriveEnvironment environment =
        TestDrives.environment(NEAR, "episode_length=10", "init_steps=4", "goal_radius=0.1");
    TestDrives.step(environment, TestDrives.COAST, 6);
    assertEquals(1, environment.buffer().trialEnded[0]);
    assertEquals(6, environment.shape().trialTimeoutTicks());
  }

  @Test
  void anEpisodeCanEndWhenEverybodyHasRespawned() {
    DriveEnvironment environment = TestDrives.environment(NEAR, "goal_radius=6");
    int ticks = 0;
    do {
      TestDrives.step(environment, TestDrives.COAST, 1);
      ticks++;
    } while (environment.buffer().trialEnded[0] == 0);
    assertEquals(1, environment.buffer().terminal[0]);
    assertEquals(0, environment.buffer().truncation[0], "nothing cut it off");
    assertEquals(EpisodeEnd.TASK_DONE.code(), environment.buffer().end[0]);
    assertEquals(36, ticks, "34 m to within 6 of the goal at 1 m a tick, and the tick after");
  }

  @Test
  void theReferenceNeverSaysThatAnEpisodeEnded() {
    DriveEnvironment environment =
        TestDrives.environment(NEAR, "episode_length=10", "reference_quirks=true");
    TestDrives.step(environment, TestDrives.COAST, 10);
    assertEquals(0, environment.buffer().terminal[0]);
    assertEquals(0, environment.buffer().end[0]);
    assertEquals(1, environment.buffer().trialEnded[0]);
  }

  @Test
  void theLogHasTheReferencesNamesAndMeans() {
    DriveEnvironment environment =
        TestDrives.environment(NEAR, "episode_length=30", "termination_mode=time_limit");
    TestDrives.step(environment, TestDrives.COAST, 30);
    assertEquals(2.0, TestDrives.total(environment, "n"));
    assertEquals(29.0, TestDrives.total(environment, "episode_length"));
    assertEquals(0.5, TestDrives.total(environment, "goals_reached_this_episode"));
    assertEquals(0.5, TestDrives.total(environment, "completion_rate"));
    assertEquals(0.5, TestDrives.total(environment, "score"));
    assertEquals(0.5, TestDrives.total(environment, "dnf_rate"));
    assertEquals(0.5, TestDrives.total(environment, "speed_at_goal") / 10, 1e-5);
    assertEquals(2.0, TestDrives.total(environment, "active_agent_count"));
    assertEquals(0.5, environment.trialScores().getFirst());
  }

  @Test
  void theEpisodeUnderWayIsInTheTotals() {
    DriveEnvironment environment = TestDrives.environment(NEAR, "episode_length=30");
    assertEquals(0.0, TestDrives.total(environment, "n"));
    TestDrives.step(environment, TestDrives.COAST, 8);
    assertEquals(2.0, TestDrives.total(environment, "n"));
    assertEquals(8.0, TestDrives.total(environment, "episode_length"));
    assertEquals(1.0, TestDrives.total(environment, "goals"));
  }

  @Test
  void trialsAreCountedOneByOne() {
    DriveMap map =
        TestMap.straight(TestTrack.at(0, 0).goal(20, 0).speed(10), TestTrack.at(60, 0).speed(10));
    DriveEnvironment environment =
        TestDrives.environment(map, "goal_behavior=trial", "k_scenarios=2", "scenario_length=30");
    TestDrives.step(environment, TestDrives.COAST, 30);
    TestDrives.step(environment, TestDrives.BRAKE, 30);
    assertEquals(2.0, TestDrives.total(environment, "n_trials_completed"));
    assertEquals(0.5, TestDrives.total(environment, "n_trials_goal_reached"));
    assertEquals(1.5, TestDrives.total(environment, "n_trials_timed_out"));
    assertEquals(30.0, TestDrives.total(environment, "trial_mean_length"));
    assertEquals(0.5, TestDrives.total(environment, "trial_0_score"));
    assertEquals(0.0, TestDrives.total(environment, "trial_1_score"));
    assertEquals(-0.5, TestDrives.total(environment, "ada_delta_trial_1_minus_0"));
    assertEquals(0.25, TestDrives.total(environment, "score"));
    assertEquals(0.25, TestDrives.total(environment, "completion_rate"));
  }
}
