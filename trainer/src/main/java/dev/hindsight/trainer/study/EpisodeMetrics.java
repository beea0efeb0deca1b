package dev.hindsight.trainer.study;

import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The metrics `eval/...` of evaluated episodes, as docs/metrics.md defines them. A success is an
/// episode whose last trial has the score 1. Each episode has an environment of its own; its trials
/// are the episodes of environments without trials.
public final class EpisodeMetrics {
  /// Begins their names.
  public static final String PREFIX = "eval/";

  /// The environment's count of time limits.
  private static final String TIMEOUTS = "timeouts";

  private EpisodeMetrics() {}

  /// The metrics by name; what cannot be measured is absent. Counts only episodes with a finished
  /// trial.
  public static Map<String, Double> of(List<EpisodeResult> episodes) {
    List<EpisodeResult> finished =
        episodes.stream().filter(episode -> !episode.trials().isEmpty()).toList();
    Map<String, Double> metrics = new LinkedHashMap<>();
    int count = finished.size();
    if (count == 0) {
      return metrics;
    }
    Map<Boolean, List<EpisodeResult>> bySuccess =
        finished.stream().collect(Collectors.partitioningBy(episode -> episode.lastScore() == 1));
    List<EpisodeResult> successes = bySuccess.getOrDefault(true, List.of());
    List<EpisodeResult> failures = bySuccess.getOrDefault(false, List.of());
    metrics.put(PREFIX + "success_rate", (double) successes.size() / count);
    if (finished.stream().allMatch(episode -> episode.totals().containsKey(TIMEOUTS))) {
      long late =
          finished.stream()
              .filter(episode -> episode.totals().getOrDefault(TIMEOUTS, 0.0) > 0)
              .count();
      metrics.put(PREFIX + "timeout_rate", (double) late / count);
    }
    List<TrialResult> ends = finished.stream().flatMap(one -> one.trials().stream()).toList();
    long done = ends.stream().filter(trial -> trial.score() == 1).count();
    metrics.put(PREFIX + "episode_success_rate", (double) done / ends.size());
    metrics.put(PREFIX + "successes_per_env", (double) done / count);
    metrics.put(PREFIX + "terminations_per_env", (double) ends.size() / count);
    DoubleSummaryStatistics returns = returns(finished);
    double mean = returns.getAverage();
    double squares =
        finished.stream()
            .mapToDouble(episode -> (episode.earned() - mean) * (episode.earned() - mean))
            .sum();
    metrics.put(PREFIX + "return_mean", mean);
    metrics.put(PREFIX + "return_std", Math.sqrt(squares / count));
    metrics.put(PREFIX + "return_min", returns.getMin());
    metrics.put(PREFIX + "return_max", returns.getMax());
    double ticks = finished.stream().mapToDouble(EpisodeResult::ticks).sum();
    if (ticks > 0) {
      metrics.put(PREFIX + "reward_per_step", returns.getSum() / ticks);
    }
    if (!successes.isEmpty()) {
      metrics.put(PREFIX + "success_return_mean", returns(successes).getAverage());
      metrics.put(
          PREFIX + "success_length",
          successes.stream().mapToDouble(EpisodeResult::ticks).average().orElseThrow());
    }
    if (!failures.isEmpty()) {
      metrics.put(PREFIX + "failure_return_mean", returns(failures).getAverage());
    }
    addSteps(finished, metrics);
    return metrics;
  }

  private static void addSteps(List<EpisodeResult> episodes, Map<String, Double> metrics) {
    List<EpisodeSteps> known = episodes.stream().flatMap(one -> one.steps().stream()).toList();
    long count = known.stream().mapToLong(EpisodeSteps::count).sum();
    if (known.size() < episodes.size() || count == 0) {
      return;
    }
    metrics.put(
        PREFIX + "max_step_reward",
        known.stream().mapToDouble(EpisodeSteps::largestReward).max().orElseThrow());
    Map<String, Long> actions = new TreeMap<>();
    for (EpisodeSteps steps : known) {
      steps.actions().forEach((name, taken) -> actions.merge(name, taken, Long::sum));
    }
    actions.forEach(
        (name, taken) -> metrics.put(PREFIX + "action_" + name, (double) taken / count));
  }

  private static DoubleSummaryStatistics returns(List<EpisodeResult> episodes) {
    return episodes.stream().mapToDouble(EpisodeResult::earned).summaryStatistics();
  }
}
