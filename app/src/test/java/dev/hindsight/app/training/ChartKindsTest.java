package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
  void metricsOfOneKindShareAChartAndThoseWithAChartOfTheirOwnAreLeftOut() {
    UpdateReport measured =
        new UpdateReport(
            1,
            10,
            10,
            List.of(),
            Map.of(
                "behavior/noop_rate", 0.25,
                "behavior/dig_success_rate", 0.5,
                "behavior/invalid_action_rate", 0.125,
                "reward/clipped", 0.0,
                "reward/terminal", 2.0,
                "train/timeout_rate", 0.01,
                "train/reward", 0.5,
                "eval/success_rate", 0.75,
                "eval/return_std", 3.0,
                "eval/success_return_mean", 4.0));
    assertEquals(
        List.of(new ChartValue("dig success rate", 0.5), new ChartValue("noop rate", 0.25)),
        readings("behaviour", measured));
    assertEquals(List.of(new ChartValue("terminal", 2)), readings("rewardParts", measured));
    assertEquals(List.of(new ChartValue("timeout rate", 0.01)), readings("ends", measured));
    assertEquals(List.of(new ChartValue("mean reward", 0.5)), readings("reward", measured));
    assertEquals(
        List.of(new ChartValue("success rate", 0.75)), readings("evaluatedRates", measured));
    assertEquals(
        List.of(new ChartValue("return std", 3), new ChartValue("success return mean", 4)),
        readings("evaluatedReturns", measured));
    assertEquals(List.of(), readings("task", measured));
  }

  @Test
  void everyCountOfTheEnvironmentHasAChartAndThoseOfTrialsShareOne() {
    UpdateReport counted =
        new UpdateReport(
            1,
            10,
            10,
            List.of(),
            Map.of(
                "environment/goals", 2.0,
                "evaluation/goals", 3.0,
                "environment/trial_0_score", 0.5,
                "environment/trial_1_score", 0.75));
    assertEquals(
        List.of("environment/goals", "environment/trial_#_score"),
        ChartKinds.counts(counted).sorted().toList());
    assertEquals(
        List.of(new ChartValue("goals", 2), new ChartValue("evaluated", 3)),
        ChartKinds.count("environment/goals").readings().apply(counted));
    assertEquals("Trial score", ChartKinds.count("environment/trial_#_score").title());
    assertEquals(2, ChartKinds.count("environment/trial_#_score").readings().apply(counted).size());
  }

  @Test
  void anEvaluationHasALineForEachTrialAndItsGainStandsBesideThatOfTraining() {
    UpdateReport evaluated =
        new UpdateReport(
            1,
            10,
            10,
            List.of(0.25, 0.5),
            Map.of("evaluation/trial_1_score", 0.125, "evaluation/trial_2_score", 0.875));
    assertEquals(
        List.of(new ChartValue("gain", 0.25), new ChartValue("evaluated", 0.75)),
        kind("gain").readings().apply(evaluated));
    assertEquals(2, kind("evaluation").readings().apply(evaluated).size());
    assertEquals(List.of(), kind("evaluation").readings().apply(report));
  }

  @Test
  void whatWasNotMeasuredIsAGap() {
    assertTrue(Double.isNaN(readings("explained").getFirst().value()));
  }

  private List<ChartValue> readings(String id) {
    return kind(id).readings().apply(report);
  }

  private static ChartKind kind(String id) {
    return ChartKinds.ALL.stream().filter(kind -> kind.id().equals(id)).findFirst().orElseThrow();
  }

  private static List<ChartValue> readings(String id, UpdateReport of) {
    return kind(id).readings().apply(of);
  }

  @Test
  void oneTrialHasNoGainInAnyChart() {
    UpdateReport report = new UpdateReport(1, 10, 10, List.of(0.9), Map.of());

    assertTrue(Double.isNaN(report.gain()));
    assertFalse(
        RunComparison.CHARTS.stream()
            .filter(chart -> chart.kind().id().equals("compare.gain"))
            .anyMatch(chart -> !Double.isNaN(chart.number().applyAsDouble(report))));
  }
}
