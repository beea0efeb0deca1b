package dev.hindsight.app.cli.train;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.evaluation.EvaluationJson;
import dev.hindsight.app.evaluation.FinishedEvaluation;
import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.EpisodeSteps;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.MemoryWipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EvaluationTextTest {
  /// As in environments of Gymnasium that report no success.
  @Test
  void withoutScoresTheReturnAndTheLengthAreShown() {
    List<EpisodeResult> results = new ArrayList<>();
    for (double earned : new double[] {10, 20, 30}) {
      results.add(
          new EpisodeResult(
              "",
              Optional.empty(),
              results.size(),
              List.of(),
              Map.of(),
              Optional.of(new EpisodeSteps(8, 4, earned, 1, Map.of()))));
    }
    FinishedEvaluation evaluation =
        new FinishedEvaluation(
            "gym",
            "p",
            "",
            MemoryWipe.NONE,
            "sample",
            0,
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new EvaluationReport(results, 1, 1, 1));
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
