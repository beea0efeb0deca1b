package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PolicyScoresTest {
  @Test
  void totalsThatCountTrialsFrom0DoNotTakeThePlacesOfScores() {
    // Drive's totals: `trial_1_score` is the score of its second trial.
    PolicyScores scores =
        new PolicyScores(
            List.of(0.2, 0.9),
            Map.of("trial_0_score", 0.2, "trial_1_score", 0.9, "collisions", 3.0));
    Map<String, Double> metrics = scores.metrics();
    assertEquals(0.2, metrics.get("evaluation/trial_1_score"));
    assertEquals(0.9, metrics.get("evaluation/trial_2_score"));
    assertEquals(3.0, metrics.get("evaluation/collisions"));
    assertEquals(List.of(0.2, 0.9), PolicyScores.of(metrics).orElseThrow().trialScores());
  }

  @Test
  void anEvaluationWithoutScoresIsReadBackByItsReturn() {
    PolicyScores scores = new PolicyScores(List.of(), Map.of("return", 12.5, "length", 40.0));
    PolicyScores read = PolicyScores.of(scores.metrics()).orElseThrow();
    assertEquals(scores, read);
    assertFalse(read.scored());
    assertEquals(12.5, read.earned());
    assertEquals(Double.NaN, read.score());
    assertEquals(Optional.empty(), PolicyScores.of(Map.of("episode/return", 3.0)));
  }
}
