package dev.hindsight.trainer.learn.training;

import java.util.LinkedHashMap;
import java.util.Map;

/// Averages metrics over the steps of an update. One owner thread.
public final class MetricMeans {
  private final Map<String, Double> sums = new LinkedHashMap<>();
  private int steps;

  /// Adds the metrics of one step.
  public void add(Map<String, Double> step) {
    step.forEach((name, value) -> sums.merge(name, value, Double::sum));
    steps++;
  }

  /// Means over the steps.
  public Map<String, Double> means() {
    Map<String, Double> means = new LinkedHashMap<>();
    sums.forEach((name, sum) -> means.put(name, sum / Math.max(1, steps)));
    return means;
  }
}
