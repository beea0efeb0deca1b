package dev.hindsight.trainer.env.drive.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.env.drive.map.generate.ScenarioKind;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioSpec;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptedTrialTest {
  /// The demo's map, merge-1, is the first.
  @ParameterizedTest
  @CsvSource({"merge, 9, 3", "curve, 8, 1"})
  void everyAgentReachesItsGoalAndTouchesNothing(String kind, int vehicles, long seed)
      throws IOException {
    ScenarioSpec spec = ScenarioSpec.of(ScenarioKind.named(kind), vehicles, seed);
    DriverScorecard.Score score = DriverScorecard.of(spec);
    assertEquals(new DriverScorecard.Score(score.agents(), score.agents(), 0, 0), score);
  }
}
