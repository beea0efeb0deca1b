package dev.hindsight.trainer.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.CsvLine;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.EventKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteTest {
  private static final List<Measure> MEASURES = Measure.of(List.of(EventKind.GOAL));

  @TempDir private Path folder;

  @Test
  void theWorstEpisodesScoreLowestInTheLastTrialThenOverAll() {
    EvaluationReport report =
        report(
            episode("", 1, 1, 1),
            episode("", 2, 0.5, 0.2),
            episode("", 3, 0, 0.2),
            episode("", 4, 1, 0.3),
            episode("", 5));
    List<EvaluatedScenario> worst = Suite.worst(report, 3);
    // The one without a finished trial, then of two equals the one that did worse before.
    assertEquals(
        List.of(5L, 3L, 2L), worst.stream().map(world -> world.seed().orElseThrow()).toList());
    assertEquals(5, Suite.worst(report, 50).size());
  }

  @Test
  void withSeveralScenariosTheseAreRanked() {
    EvaluationReport report =
        report(
            episode("easy", 1, 0, 1),
            episode("hard", 2, 1, 0.1),
            episode("easy", 3, 0, 0),
            episode("hard", 4, 1, 0.3));
    // The lowest episode is of the easy one.
    assertEquals(List.of(EvaluatedScenario.named("hard")), Suite.worst(report, 1));
  }

  @Test
  void theWorstOfSeveralEvaluationsAreWorstOnTheMeanOfAll() {
    EvaluationReport one =
        report(episode("", 1, 0, 0.1), episode("", 2, 0, 0.3), episode("", 3, 0, 0.9));
    EvaluationReport other =
        report(episode("", 3, 0, 0.8), episode("", 2, 0, 0.2), episode("", 1, 0, 0.9));
    List<EvaluatedScenario> worst = Suite.worst(List.of(one, other), 2);
    // Seed 1 is the worst of the first evaluation alone.
    assertEquals(List.of(2L, 1L), worst.stream().map(world -> world.seed().orElseThrow()).toList());
    assertEquals(Suite.worst(one, 2), Suite.worst(List.of(one), 2));
  }

  @Test
  void aSuiteIsReadAsItWasWritten() {
    Suite suite =
        new Suite(
            "drive",
            Map.of("trials", "4"),
            List.of(
                new EvaluatedScenario("a.bin", Optional.of("bold"), OptionalLong.of(-7)),
                EvaluatedScenario.named("")));
    Path file = folder.resolve("worst.json");
    suite.write(file);
    assertEquals(suite, Suite.read(file));
  }

  @Test
  void theFileHasTheseKeysInThisOrder() throws IOException {
    Path file = folder.resolve("worst.json");
    new Suite(
            "drive",
            Map.of("trials", "4"),
            List.of(
                new EvaluatedScenario("a.bin", Optional.of("bold"), OptionalLong.of(-7)),
                EvaluatedScenario.named("")))
        .write(file);
    String expected =
        """
        {
          "environment" : "drive",
          "settings" : {
            "trials" : "4"
          },
          "worlds" : [ {
            "scenario" : "a.bin",
            "partner" : "bold",
            "seed" : -7
          }, { } ]
        }\
        """;
    assertEquals(expected.lines().toList(), Files.readAllLines(file));
  }

  @Test
  void aFileThatIsNoSuiteIsRefusedByName() throws IOException {
    for (String text :
        List.of(
            "",
            "[]",
            "{",
            "{\"environment\":\"drive\"}",
            "{\"environment\":\"drive\",\"worlds\":[]}",
            "{\"environment\":\"drive\",\"worlds\":[{\"sead\":1}]}",
            "{\"environment\":\"drive\",\"worlds\":[{\"seed\":1.5}]}",
            "{\"worlds\":[{\"seed\":1}]}")) {
      Path file = folder.resolve("bad.json");
      Files.writeString(file, text);
      Problem problem = assertThrows(Problem.class, () -> Suite.read(file), text);
      assertTrue(problem.getMessage().contains("bad.json"), problem.getMessage());
    }
  }

  @Test
  void theTableIsSortedByAnyColumn() {
    EvaluationTable table =
        EvaluationTable.of(
            "policy", report(episode("b, c", 1, 0.5, 0.9), episode("a", 2, 0.7, 0.6)), MEASURES);
    assertEquals(List.of(0.5, 0.6, 0.7, 0.9), scores(table.sorted("score")));
    assertEquals(List.of(0.9, 0.7, 0.6, 0.5), scores(table.sorted("score:down")));
    assertEquals("a", table.sorted("scenario").rows().getFirst().world().scenario());
    Problem problem = assertThrows(Problem.class, () -> table.sorted("speed"));
    assertTrue(problem.getMessage().contains("return"), problem.getMessage());
    List<List<String>> lines = CsvLine.parse(table.csv());
    assertEquals(5, lines.size());
    assertEquals("b, c", lines.get(1).get(1), "a comma within a name");
    assertEquals(0.5, Double.parseDouble(lines.get(1).get(lines.getFirst().indexOf("score"))));
    assertEquals("3.0", lines.get(1).get(lines.getFirst().indexOf("episode_goals")));
  }

  private static List<Double> scores(EvaluationTable table) {
    return table.rows().stream().map(row -> row.values().getFirst().mean()).toList();
  }

  private static EvaluationReport report(EpisodeResult... results) {
    return new EvaluationReport(List.of(results), 0, 0, 0);
  }

  private static EpisodeResult episode(String scenario, long seed, double... scores) {
    Stream<TrialResult> trials =
        Arrays.stream(scores).mapToObj(score -> new TrialResult(score, 0, 1, Map.of()));
    return new EpisodeResult(
        scenario, Optional.empty(), seed, trials.toList(), Map.of("goals", 3.0));
  }
}
