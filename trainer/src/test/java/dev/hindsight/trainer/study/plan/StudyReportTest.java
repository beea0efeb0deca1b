package dev.hindsight.trainer.study.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.EpisodeSteps;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.EvaluationReport.World;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.Measure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyReportTest {
  @TempDir private Path folder;

  private static final List<String> MEASURES = List.of("score", "return", "length");

  /// One episode of one trial.
  private static StudyScores.Row row(String arm, long seed, String partner, double score) {
    return new StudyScores.Row(
        new StudySpec.Arm("memory", Optional.of(arm), Map.of()),
        seed,
        new World("", Optional.of(partner)),
        partner.hashCode(),
        7,
        1,
        List.of(score, 10 * score, 5.0));
  }

  private static Interval improvement(List<StudyScores.Row> rows) {
    return StudyReport.of(new StudyScores(MEASURES, rows)).comparisons().getFirst().improvement();
  }

  @Test
  void armsThatMeetThePartnersOfTheirTrainingAreComparedByTheirMeans() {
    List<StudyScores.Row> rows = new ArrayList<>();
    for (long seed = 0; seed < 4; seed++) {
      rows.add(row("both", seed, "timid", 0.2 + 0.1 * seed));
      rows.add(row("both", seed, "bold", 0.4 + 0.1 * seed));
      rows.add(row("one", seed, "timid", 0.45 + 0.1 * seed));
    }
    // Means 0.3 to 0.6 against 0.45 to 0.75: 13 of 16 pairs.
    assertEquals(13 / 16.0, improvement(rows).mean());
  }

  @Test
  void tasksAreComparedWithTheSameOnesWhateverTheirOrder() {
    List<StudyScores.Row> rows = new ArrayList<>();
    for (long seed = 0; seed < 2; seed++) {
      rows.add(row("first", seed, "timid", 0.1));
      rows.add(row("first", seed, "bold", 0.8));
      rows.add(row("second", seed, "bold", 0.9));
      rows.add(row("second", seed, "timid", 0.2));
    }
    assertEquals(1, improvement(rows).mean());
  }

  /// As in environments of Gymnasium that report no success.
  private static StudyScores unscored(String arm, long seed, double... returns) {
    List<EpisodeResult> results = new ArrayList<>();
    for (double earned : returns) {
      results.add(
          new EpisodeResult(
              "",
              Optional.empty(),
              results.size(),
              List.of(),
              Map.of(),
              Optional.of(new EpisodeSteps(8, 4, earned, 1, Map.of()))));
    }
    return StudyScores.of(
        new StudySpec.PlannedRun(new StudySpec.Arm(arm, Optional.empty(), Map.of()), seed),
        new EvaluationReport(results, 0, 0, 0),
        Measure.of(List.of()));
  }

  @Test
  void withoutScoresArmsAreComparedByTheirReturns() {
    StudyScores all =
        StudyScores.together(
            List.of(
                unscored("low", 0, -20, -10),
                unscored("low", 1, -30, -14),
                unscored("high", 0, 190, 200),
                unscored("high", 1, 194, 210)));
    Path file = folder.resolve("scores.csv");
    all.write(file);
    StudyScores read = StudyScores.read(file);
    assertEquals(8, read.rows().size());

    StudyReport report = StudyReport.of(read);
    assertFalse(report.scored());
    StudyReport.ArmReport low = report.arms().getFirst();
    assertEquals(-18.5, low.earned().mean());
    assertTrue(low.earned().low() < -18.5 && low.earned().known());
    assertEquals(-18.5, low.interquartileMean().mean());
    assertEquals(List.of(), low.profile());
    StudyReport.ArmComparison compared = report.comparisons().getFirst();
    assertEquals(217, compared.score().interval().mean());
    assertEquals(1, compared.improvement().mean());
    assertTrue(
        compared.sentence().startsWith("'high' and 'low' differ in the return: +217.000"),
        compared.sentence());

    StudyPage page = new StudyPage(StudyPageTest.spec(), report, List.of());
    assertTrue(page.markdown().contains("No episode has a score"), page.markdown());
    assertFalse(page.markdown().contains("## Performance profile"), page.markdown());
    assertFalse(page.markdown().contains("NaN") || page.json().contains("NaN"), page.json());
    assertTrue(page.json().contains("\"returnDifference\""), page.json());
  }

  @Test
  void anEpisodeWithoutAScoreAmongOthersChangesNothing() {
    List<StudyScores.Row> rows = new ArrayList<>();
    for (long seed = 0; seed < 3; seed++) {
      rows.add(row("one", seed, "timid", 0.2 + 0.1 * seed));
    }
    StudyReport before = StudyReport.of(new StudyScores(MEASURES, rows));
    rows.add(
        new StudyScores.Row(
            rows.getFirst().arm(),
            0,
            rows.getFirst().world(),
            99,
            8,
            0,
            List.of(Double.NaN, 50.0, 5.0)));
    assertEquals(before, StudyReport.of(new StudyScores(MEASURES, rows)));
  }

  @Test
  void runsThatWereScoredByAnotherVersionKeepTheirColumns() {
    StudyScores now = new StudyScores(MEASURES, List.of(row("one", 0, "timid", 0.5)));
    StudyScores.Row earlier = row("two", 0, "timid", 0.25);
    StudyScores before =
        new StudyScores(
            List.of("score", "goal", "return", "length"),
            List.of(
                new StudyScores.Row(
                    earlier.arm(),
                    earlier.seed(),
                    earlier.world(),
                    earlier.episode(),
                    earlier.worldSeed(),
                    earlier.trial(),
                    List.of(0.25, 1.0, 2.5, 5.0))));
    StudyScores both = StudyScores.together(List.of(now, before));
    assertEquals(MEASURES, both.measures());
    assertEquals(List.of(now.rows().getFirst(), earlier), both.rows());
    assertEquals(
        List.of(earlier, now.rows().getFirst()), StudyScores.together(List.of(before, now)).rows());
  }
}
