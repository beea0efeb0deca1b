package dev.hindsight.trainer.env.drive.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioKind;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioSpec;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Laws of the scripted driver in any scenario.
class ScriptedDriverLawsTest {
  private static final int PARTNER = 7;

  @ParameterizedTest
  @EnumSource
  void aloneOnTheRoadItReachesEveryGoalOnTheRoad(ScenarioKind kind) throws IOException {
    aloneOnTheRoad(kind, DriverScorecard.CLASSIC);
  }

  /// In tight roundabouts its steering comes too late: docs/policies.md.
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ROUNDABOUT")
  void soItDoesWhereItCommandsJerk(ScenarioKind kind) throws IOException {
    aloneOnTheRoad(kind, DriverScorecard.JERK);
  }

  private static void aloneOnTheRoad(ScenarioKind kind, String dynamics) throws IOException {
    for (int seed = 1; seed <= 6; seed++) {
      DriverScorecard.Score score = DriverScorecard.of(ScenarioSpec.of(kind, 1, seed), dynamics);
      assertEquals(new DriverScorecard.Score(1, 1, 0, 0), score, kind + ", seed " + seed);
    }
  }

  @Test
  void theSameTickIsDrivenTheSameWayWhateverWasSeenBefore() throws IOException {
    List<float[]> first = new ArrayList<>();
    List<float[]> seen = new ArrayList<>();
    Environment environment =
        DriverScorecard.environment(
            ScenarioSpec.of(ScenarioKind.MERGE, 6, 2), DriverScorecard.CLASSIC);
    ScriptedTrial.drive(environment, () -> seen.add(environment.buffer().observation.clone()));
    ScriptedDriver driver = new ScriptedDriver(environment.shape(), DrivingHabit.NORMAL);
    seen.forEach(observation -> first.add(logits(driver, environment, observation)));
    for (int tick = seen.size() - 1; tick >= 0; tick--) {
      assertArrayEquals(
          first.get(tick), logits(driver, environment, seen.get(tick)), "tick " + tick);
    }
  }

  @Test
  void theOrderInWhichTheOthersAreListedDoesNotMatter() throws IOException {
    Environment environment =
        DriverScorecard.environment(
            ScenarioSpec.of(ScenarioKind.INTERSECTION, 8, 3), DriverScorecard.CLASSIC);
    ScriptedDriver driver = new ScriptedDriver(environment.shape(), DrivingHabit.NORMAL);
    Random random = new Random(1);
    ScriptedTrial.drive(
        environment,
        () -> {
          float[] listed = environment.buffer().observation;
          float[] shuffled = listed.clone();
          shufflePartners(shuffled, environment, random);
          assertArrayEquals(
              logits(driver, environment, listed), logits(driver, environment, shuffled));
        });
  }

  private static float[] logits(
      ScriptedDriver driver, Environment environment, float[] observation) {
    StepBuffer seen =
        new StepBuffer(environment.shape().agents(), environment.shape().observation().size());
    System.arraycopy(observation, 0, seen.observation, 0, observation.length);
    PolicyOutput output = new PolicyOutput(environment.shape());
    driver.act(seen, output);
    return output.logits;
  }

  private static void shufflePartners(float[] observation, Environment environment, Random random) {
    int size = environment.shape().observation().size();
    int from =
        environment.shape().observation().segments().stream()
            .filter(segment -> segment.name().equals("partners"))
            .findFirst()
            .orElseThrow()
            .offset();
    for (int agent = 0; agent < environment.shape().agents(); agent++) {
      int start = agent * size + from;
      int rows = 0;
      while (observation[start + rows * PARTNER + 2] > 0) {
        rows++;
      }
      for (int row = rows - 1; row > 0; row--) {
        swap(observation, start + row * PARTNER, start + random.nextInt(row + 1) * PARTNER);
      }
    }
  }

  private static void swap(float[] values, int one, int other) {
    for (int i = 0; i < PARTNER; i++) {
      float kept = values[one + i];
      values[one + i] = values[other + i];
      values[other + i] = kept;
    }
  }
}
