package dev.hindsight.app.cli.train;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.evaluation.EvaluationJson;
import dev.hindsight.app.evaluation.FinishedEvaluation;
import dev.hindsight.app.evaluation.SampleEvaluations;
import org.junit.jupiter.api.Test;

class EvaluationTextTest {
  /// As in environments of Gymnasium that report no success.
  @Test
  void withoutScoresTheReturnAndTheLengthAreShown() {
    FinishedEvaluation evaluation = SampleEvaluations.withoutScores(10, 20, 30);
    String words = EvaluationText.summary(evaluation);
    assertTrue(
        words.contains(
            "not every episode has a score: return 20.00 (95 % between -4.84 and 44.84), length 4.00"),
        words);
    String json = EvaluationJson.of(evaluation).toString();
    assertTrue(json.contains("episodeReturn=Optional[MeanJson[mean=20.0,"), json);
    assertTrue(json.contains("episodeLength=Optional[MeanJson[mean=4.0,"), json);
    String table = EvaluationText.table(evaluation.table());
    assertTrue(table.contains("Return"), table);
    assertTrue(table.contains("20.00 [-4.84 44.84]"), table);
    assertFalse(table.contains("Score") || table.contains("Trial"), table);
  }
}
