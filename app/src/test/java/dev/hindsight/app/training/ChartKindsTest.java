package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.run.UpdateReport;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChartKindsTest {
  private final UpdateReport report =
      new UpdateReport(
          3,
          600,
          600,
          List.of(0.25, 0.5, 0.75),
          Map.of(
              "losses/policy_loss", -0.5,
              "value_count/trial_1", 10.0,
              "value_loss/trial_1", 0.125,
              "value_count/progress_0_25", 1234.0,
              "value_loss/progress_0_25", 2.0,
              "value_count/progress_75_100", 0.0,
              "performance/simulate", 0.5,
              "performance/forward", 0.25,
              "performance/learn", 0.25));

  @Test
  void everyTrialHasALineOfItsOwn() {
    assertEquals(
        List.of(
            new ChartValue("trial 1", 0.25),
            new ChartValue("trial 2", 0.5),
            new ChartValue("trial 3", 0.75)),
        readings("scores"));
  }

  @Test
  void theGainIsTheLastTrialLessTheFirst() {
    assertEquals(List.of(new ChartValue("gain", 0.5)), readings("gain"));
  }

  @Test
  void anEmptyPartOfTheEpisodeSaysNoDataAndIsNotZero() {
    assertEquals(
        List.of(
            new ChartValue("0–25 %", 2, "1,234"),
            new ChartValue("25–50 %", Double.NaN, "no data"),
            new ChartValue("50–75 %", Double.NaN, "no data"),
            new ChartValue("75–100 %", Double.NaN, "no data")),
        readings("byProgress"));
  }

  @Test
  void theValueLossOfATrialComesWithItsCount() {
    assertEquals(List.of(new ChartValue("trial 1", 0.125, "10")), readings("byTrial"));
  }

  @Test
  void speedIsStepsOverTheTimeOfAllParts() {
    assertEquals(List.of(new ChartValue("agent steps per second", 600)), readings("speed"));
  }

  @Test
  void whatWasNotMeasuredIsAGap() {
    assertTrue(Double.isNaN(readings("explained").getFirst().value()));
  }

  private List<ChartValue> readings(String id) {
    return ChartKinds.ALL.stream()
        .filter(kind -> kind.id().equals(id))
        .findFirst()
        .orElseThrow()
        .readings()
        .apply(report);
  }
}
