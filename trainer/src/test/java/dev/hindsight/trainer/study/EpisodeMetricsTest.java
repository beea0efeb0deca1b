package dev.hindsight.trainer.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The metrics of evaluated episodes, against numbers computed by hand.
class EpisodeMetricsTest {
  private static EpisodeResult episode(double score, double earned, int ticks, int timeouts) {
    return new EpisodeResult(
        "",
        Optional.empty(),
        1,
        List.of(new TrialResult(score, earned, ticks, Map.of())),
        Map.of("timeouts", (double) timeouts));
  }

  @Test
  void everyMetricHasTheNumberOfItsFormula() {
    Map<String, Double> found =
        EpisodeMetrics.of(
            List.of(
                episode(1, 7, 10, 0),
                episode(1, 5, 20, 0),
                episode(0, -2, 100, 1),
                episode(0, -6, 70, 0)));
    Map<String, Double> expected =
        Map.of(
            "eval/success_rate", 0.5,
            "eval/timeout_rate", 0.25,
            "eval/return_mean", 1.0,
            // Deviations 6, 4, -3, -7: squares 36 + 16 + 9 + 49 = 110.
            "eval/return_std", Math.sqrt(110 / 4.0),
            "eval/return_min", -6.0,
            "eval/return_max", 7.0,
            "eval/reward_per_step", 4.0 / 200,
            "eval/success_return_mean", 6.0,
            "eval/success_length", 15.0,
            "eval/failure_return_mean", -4.0);
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach(
        (name, number) -> assertEquals(number, found.getOrDefault(name, Double.NaN), 1e-12, name));
  }

  @Test
  void whatCannotBeMeasuredIsAbsent() {
    assertEquals(Map.of(), EpisodeMetrics.of(List.of()));
    EpisodeResult timeless =
        new EpisodeResult(
            "",
            Optional.empty(),
            1,
            List.of(new TrialResult(1, 2, 3, Map.of())),
            Map.of("goals", 1.0));
    Map<String, Double> found = EpisodeMetrics.of(List.of(timeless));
    assertFalse(found.containsKey("eval/timeout_rate"));
    assertFalse(found.containsKey("eval/failure_return_mean"));
    assertEquals(1, found.get("eval/success_rate"));
  }
}
