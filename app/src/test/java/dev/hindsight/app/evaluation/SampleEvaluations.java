package dev.hindsight.app.evaluation;

import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.EpisodeSteps;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.MemoryWipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Evaluations that no policy was run for.
public final class SampleEvaluations {
  private SampleEvaluations() {}

  /// An evaluation with these results.
  static FinishedEvaluation of(String environment, List<EpisodeResult> results) {
    return new FinishedEvaluation(
        environment,
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
  }

  /// As of environments of Gymnasium that report no success: episodes of 4 ticks with these
  /// returns.
  public static FinishedEvaluation withoutScores(double... returns) {
    List<EpisodeResult> results = new ArrayList<>();
    for (double earned : returns) {
      results.add(
          new EpisodeResult(
              "",
              Optional.empty(),
              results.size(),
              List.of(),
              Map.of(),
              Optional.of(EpisodeSteps.sums(earned, 4))));
    }
    return of("gym", results);
  }
}
