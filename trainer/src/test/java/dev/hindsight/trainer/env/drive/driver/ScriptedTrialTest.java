package dev.hindsight.trainer.env.drive.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.drive.map.generate.ScenarioKind;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioSpec;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptedTrialTest {
  /// The demo's map, merge-1, is the first.
  @ParameterizedTest
  @CsvSource({
    "merge, 9, 3, classic",
    "curve, 8, 1, classic",
    "merge, 9, 3, jerk",
    "curve, 8, 1, jerk"
  })
  void everyAgentReachesItsGoalAndTouchesNothing(
      String kind, int vehicles, long seed, String dynamics) throws IOException {
    ScenarioSpec spec = ScenarioSpec.of(ScenarioKind.named(kind), vehicles, seed);
    DriverScorecard.Score score = DriverScorecard.of(spec, dynamics);
    assertEquals(new DriverScorecard.Score(score.agents(), score.agents(), 0, 0), score);
  }

  /// Every shipped map whose roads have a lane for each direction.
  @ParameterizedTest
  @CsvSource({
    "curve-1",
    "intersection-1",
    "intersection-2",
    "merge-1",
    "roundabout-1",
    "roundabout-2",
    "straight-1"
  })
  void bothDynamicsArriveAndTouchAboutAsMany(String map) {
    DriverScorecard.Score classic = DriverScorecard.shipped(map, DriverScorecard.CLASSIC);
    DriverScorecard.Score jerk = DriverScorecard.shipped(map, DriverScorecard.JERK);
    assertEquals(jerk.agents(), jerk.goals(), map);
    assertEquals(classic.goals(), jerk.goals(), map);
    assertTrue(jerk.collisions() <= classic.collisions(), jerk + " instead of " + classic);
    assertEquals(0, jerk.offroad(), map);
  }
}
