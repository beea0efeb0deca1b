package dev.hindsight.trainer.study.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.study.EvaluationReport.World;
import dev.hindsight.trainer.study.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StudyReportTest {
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
