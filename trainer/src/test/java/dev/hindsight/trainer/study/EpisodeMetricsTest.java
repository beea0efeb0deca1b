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
        Map.ofEntries(
            Map.entry("eval/success_rate", 0.5),
            Map.entry("eval/timeout_rate", 0.25),
            // Two of four episodes of one trial each.
            Map.entry("eval/episode_success_rate", 0.5),
            Map.entry("eval/successes_per_env", 0.5),
            Map.entry("eval/terminations_per_env", 1.0),
            Map.entry("eval/return_mean", 1.0),
            // Deviations 6, 4, -3, -7: squares 36 + 16 + 9 + 49 = 110.
            Map.entry("eval/return_std", Math.sqrt(110 / 4.0)),
            Map.entry("eval/return_min", -6.0),
            Map.entry("eval/return_max", 7.0),
            Map.entry("eval/reward_per_step", 4.0 / 200),
            Map.entry("eval/success_return_mean", 6.0),
            Map.entry("eval/success_length", 15.0),
            Map.entry("eval/failure_return_mean", -4.0));
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach(
        (name, number) -> assertEquals(number, found.getOrDefault(name, Double.NaN), 1e-12, name));
  }

  /// Three environments of two trials each, the last of which has only finished one.
  @Test
  void trialsAreTheEndsOfAnEnvironmentAndStepsCountAlike() {
    Map<String, Double> found =
        EpisodeMetrics.of(
            List.of(
                steps(List.of(1.0, 1.0), 10, 3.5, 4, 1),
                steps(List.of(0.0, 1.0), 20, 8.25, 2, 5),
                steps(List.of(0.0), 10, -1, 0, 0)));
    // Successes 2 + 1 + 0 of 2 + 2 + 1 ends in 3 environments.
    assertEquals(3.0 / 5, found.get("eval/episode_success_rate"));
    assertEquals(1.0, found.get("eval/successes_per_env"));
    assertEquals(5.0 / 3, found.get("eval/terminations_per_env"));
    assertEquals(8.25, found.get("eval/max_step_reward"));
    assertEquals(6.0 / 40, found.get("eval/action_do"));
    assertEquals(6.0 / 40, found.get("eval/action_wait"));
  }

  private static EpisodeResult steps(
      List<Double> scores, long count, double largest, long dos, long waits) {
    return new EpisodeResult(
        "",
        Optional.empty(),
        1,
        scores.stream().map(score -> new TrialResult(score, 0, count, Map.of())).toList(),
        Map.of(),
        Optional.of(new EpisodeSteps(count, count, 0, largest, Map.of("do", dos, "wait", waits))));
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
    assertFalse(found.containsKey("eval/max_step_reward"), "its steps are not known");
    assertEquals(1, found.get("eval/success_rate"));
  }
}
