package dev.hindsight.app.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.run.UpdateReport;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Metrics as a table.
class MetricsCsvTest {
  private static final List<UpdateReport> REPORTS =
      List.of(
          new UpdateReport(1, 10, 20, List.of(0.5), Map.of("fleet/lost", 0.0, "losses/kl", 0.25)),
          new UpdateReport(2, 11, 21, List.of(), Map.of("fleet/lost", 3.0, "bucket/a,b/n", 1.0)));

  @Test
  void whatAnUpdateDidNotMeasureIsAnEmptyCellAndCommasAreQuoted() {
    assertEquals(
        List.of(
            "update,agent_steps,environment_steps,"
                + "\"bucket/a,b/n\",fleet/lost,losses/kl,trial_1_score",
            "1,10,20,,0.0,0.25,0.5",
            "2,21,41,1.0,3.0,,"),
        MetricsCsv.of(REPORTS, List.of()).lines());
  }

  @Test
  void stepsAreThoseOfTheRunSoFarAsForTensorBoard() {
    List<String> lines = MetricsCsv.of(REPORTS, List.of("fleet/")).lines();
    assertEquals("2," + (10 + 11) + "," + (20 + 21) + ",3.0", lines.getLast());
  }

  @Test
  void aPrefixChoosesMetrics() {
    assertEquals(
        List.of("update,agent_steps,environment_steps,fleet/lost", "1,10,20,0.0", "2,21,41,3.0"),
        MetricsCsv.of(REPORTS, List.of("fleet/")).lines());
  }
}
