package dev.hindsight.app.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.EvaluationTable;
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
    FinishedEvaluation evaluation = SampleEvaluations.of("darkroom", results);
    Path file = folder.resolve("e.json");
    EvaluationFile.write(file, List.of(evaluation));
    assertEquals(results, EvaluationFile.read(file).getFirst().report().results());

    // Only an edited file has a score that is no number.
    Files.writeString(
        file, Files.readString(file).replaceAll("\"score\" *: *0.5", "\"score\" : null"));
    assertThrows(Problem.class, () -> EvaluationFile.read(file));
  }

  /// As in environments of Gymnasium that report no success.
  @Test
  void episodesWithoutScoresKeepTheirReturnAndLengthAndMakeARow() {
    FinishedEvaluation evaluation = SampleEvaluations.withoutScores(30, 10, 20);
    Path file = folder.resolve("unscored.json");
    EvaluationFile.write(file, List.of(evaluation));
    FinishedEvaluation read = EvaluationFile.read(file).getFirst();
    assertEquals(evaluation.report().results(), read.report().results());

    EvaluationTable table = read.table();
    assertEquals(1, table.rows().size());
    EvaluationTable.Row row = table.rows().getFirst();
    assertTrue(row.whole());
    assertEquals(20, row.values().get(row.values().size() - 2).mean());
    assertEquals(4, row.values().getLast().mean());
    assertFalse(table.measured(0));
    assertEquals(10, read.worst(row).earned());
    assertEquals(
        List.of(1L, 2L, 0L), read.worstEpisodes(3).stream().map(EpisodeResult::seed).toList());
    assertTrue(table.csv().contains("p,,,,3,,,,20.0,"), table.csv());
  }

  @Test
  void policiesWithoutScoresAreComparedByTheReturnsOfTheSameWorlds() {
    FinishedEvaluation first = SampleEvaluations.withoutScores(30, 10, 20);
    FinishedEvaluation later = SampleEvaluations.withoutScores(40, 21, 30);

    EvaluationJson.DifferenceJson difference =
        EvaluationJson.differences(List.of(first, later)).getFirst();

    assertEquals("return", difference.measure());
    assertEquals(3, difference.pairs());
    assertEquals(31.0 / 3, difference.difference(), 1e-9);
    assertTrue(difference.differs(), difference.sentence());
    assertTrue(
        difference.sentence().contains("differ in the return of the episode: +10.333"),
        difference.sentence());
    assertEquals(
        List.of(),
        EvaluationJson.differences(
            List.of(first, SampleEvaluations.withoutScores(Double.NaN, 21, 30))));
  }
}
