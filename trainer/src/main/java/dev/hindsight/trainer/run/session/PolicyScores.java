package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.study.EpisodeMetrics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The result of an evaluation during training: means over its episodes.
///
/// @param trialScores score of trial 1, 2, ..., K; empty if not every episode has a score
/// @param totals the other numbers by name: `return`, `length`, the environment's counts as
///   `goals`, `collisions`, ..., and the metrics of [EpisodeMetrics] with their prefix
public record PolicyScores(List<Double> trialScores, Map<String, Double> totals) {
  /// Name of the mean return of an agent's episode, before rewards are clipped.
  public static final String RETURN = "return";

  /// Name of the mean number of ticks of an agent's episode outside limbo.
  public static final String LENGTH = "length";

  /// Prefix of its metrics.
  public static final String PREFIX = "evaluation/";

  private static final Pattern SCORE_OF_TRIAL = Pattern.compile("trial_\\d+_score");

  private static final String GAIN = PREFIX + "ada_delta";

  /// Copies, keeping the order.
  public PolicyScores {
    trialScores = List.copyOf(trialScores);
    totals = Collections.unmodifiableMap(new LinkedHashMap<>(totals));
  }

  /// Whether it has scores; without them only the return says how well the policy does.
  public boolean scored() {
    return !trialScores.isEmpty();
  }

  /// Score of the last trial; NaN without scores.
  public double score() {
    return scored() ? trialScores.getLast() : Double.NaN;
  }

  /// Score of the first trial; NaN without scores.
  public double firstScore() {
    return scored() ? trialScores.getFirst() : Double.NaN;
  }

  /// Score of the last trial minus that of the first; 0 with one trial, NaN without scores.
  public double gain() {
    return score() - firstScore();
  }

  /// The mean return of an agent's episode; NaN if it was not measured.
  public double earned() {
    return totals.getOrDefault(RETURN, Double.NaN);
  }

  /// As metrics of an update, by name as in docs/metrics.md.
  public Map<String, Double> metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (int k = 0; k < trialScores.size(); k++) {
      metrics.put(trial(k), trialScores.get(k));
    }
    if (trialScores.size() > 1) {
      metrics.put(GAIN, gain());
    }
    // Drive counts trials from 0 in totals of the same form: they would take the places of others.
    totals.forEach((name, value) -> {
      if (!scoreOfTrial(name)) {
        metrics.put(name.startsWith(EpisodeMetrics.PREFIX) ? name : PREFIX + name, value);
      }
    });
    return metrics;
  }

  /// Whether a total is the score of a trial, which [#trialScores] has.
  static boolean scoreOfTrial(String name) {
    return SCORE_OF_TRIAL.matcher(name).matches();
  }

  /// Reads the metrics of an update, in any order; empty if it was not evaluated.
  public static Optional<PolicyScores> of(Map<String, Double> metrics) {
    List<Double> scores = new ArrayList<>();
    Set<String> read = new HashSet<>(Set.of(GAIN));
    for (Double score = metrics.get(trial(0)); score != null; ) {
      read.add(trial(scores.size()));
      scores.add(score);
      score = metrics.get(trial(scores.size()));
    }
    Map<String, Double> totals = new LinkedHashMap<>();
    metrics.forEach((name, value) -> {
      if (name.startsWith(EpisodeMetrics.PREFIX)) {
        totals.put(name, value);
      } else if (name.startsWith(PREFIX) && !read.contains(name)) {
        totals.put(name.substring(PREFIX.length()), value);
      }
    });
    return scores.isEmpty() && !totals.containsKey(RETURN)
        ? Optional.empty()
        : Optional.of(new PolicyScores(scores, totals));
  }

  private static String trial(int trial) {
    return PREFIX + "trial_" + (trial + 1) + "_score";
  }
}
