package dev.hindsight.app.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.TrialResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationFileTest {
  @TempDir private Path folder;

  /// A file has no such numbers: it says null.
  @Test
  void numbersThatAreNotFiniteAreNotReadAsZero() throws IOException {
    List<EpisodeResult> results = new ArrayList<>();
    for (double earned : new double[] {-10, Double.NaN, -20}) {
      results.add(
          new EpisodeResult(
              "",
              Optional.empty(),
              results.size(),
              List.of(new TrialResult(0.5, earned, earned + 30, Map.of("goal", 0.0))),
              Map.of("energy", earned)));
    }
    FinishedEvaluation evaluation =
        new FinishedEvaluation(
            "darkroom",
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
    Path file = folder.resolve("e.json");
    EvaluationFile.write(file, List.of(evaluation));
    assertEquals(results, EvaluationFile.read(file).getFirst().report().results());

    // Only an edited file has a score that is no number.
    Files.writeString(
        file, Files.readString(file).replaceAll("\"score\" *: *0.5", "\"score\" : null"));
    assertThrows(Problem.class, () -> EvaluationFile.read(file));
  }
}
