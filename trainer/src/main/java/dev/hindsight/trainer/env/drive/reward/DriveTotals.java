package dev.hindsight.trainer.env.drive.reward;

import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.env.drive.simulation.StateArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Sums since the reset: events, the reference's log, and the results of each trial. Adding
/// allocates nothing; one owner thread.
public final class DriveTotals {
  private final long[] events;
  private final double[] sums;

  /// `[K]` egos in trial k at its end.
  private final double[] trialEgos;

  /// `[K]` those that reached the goal.
  private final double[] trialReached;

  /// `[K]` those that touched nothing.
  private final double[] trialClean;

  /// Events, counted once when they begin.
  enum Event {
    /// An agent reached a goal.
    GOALS,
    /// An agent began to touch another body.
    COLLISIONS,
    /// An agent began to cross a road edge.
    OFFROAD
  }

  DriveTotals(StateArrays arrays, int trials) {
    events = arrays.longs("totals events", Event.values().length);
    sums = arrays.doubles("totals sums", DriveMetric.COUNT);
    trialEgos = arrays.doubles("totals trial egos", trials);
    trialReached = arrays.doubles("totals trial reached", trials);
    trialClean = arrays.doubles("totals trial clean", trials);
  }

  void clear() {
    Arrays.fill(events, 0);
    Arrays.fill(sums, 0);
    Arrays.fill(trialEgos, 0);
    Arrays.fill(trialReached, 0);
    Arrays.fill(trialClean, 0);
  }

  void count(Event event) {
    events[index(event)]++;
  }

  void add(DriveMetric driveMetric, double amount) {
    sums[index(driveMetric)] += amount;
  }

  /// Adds one ego's result of a finished trial.
  ///
  /// @param clean 1 if it reached the goal and touched nothing, as the score counts
  void addTrial(int trial, int reached, int clean) {
    trialEgos[trial]++;
    trialReached[trial] += reached;
    trialClean[trial] += clean;
  }

  /// The scores of each finished trial, over egos and episodes.
  ///
  /// @param egos of the world
  public List<TrialTotals> trialTotals(int egos) {
    List<TrialTotals> scores = new ArrayList<>();
    for (int k = 0; k < trialEgos.length && trialEgos[k] > 0; k++) {
      scores.add(new TrialTotals(trialClean[k], trialEgos[k], egos));
    }
    return scores;
  }

  /// Events, then the log divided by its number of (agent, episode) pairs, then trials.
  public Map<String, Double> named() {
    Map<String, Double> named = new LinkedHashMap<>();
    for (Event event : Event.values()) {
      named.put(event.name().toLowerCase(Locale.ROOT), (double) events[index(event)]);
    }
    double n = sum(DriveMetric.N);
    for (DriveMetric driveMetric : DriveMetric.values()) {
      named.put(
          driveMetric.key(),
          n > 0 && driveMetric != DriveMetric.N ? sum(driveMetric) / n : sum(driveMetric));
    }
    double sampled = sum(DriveMetric.GOALS_SAMPLED_THIS_EPISODE);
    named.put(
        DriveMetric.COMPLETION_RATE.key(),
        sampled > 0 ? sum(DriveMetric.GOALS_REACHED_THIS_EPISODE) / sampled : 0);
    addTrials(named);
    return named;
  }

  private void addTrials(Map<String, Double> named) {
    double trials = sum(DriveMetric.N_TRIALS_COMPLETED);
    if (trials > 0) {
      named.put("trial_mean_length", sum(DriveMetric.TRIAL_TOTAL_LENGTH) / trials);
      named.put("trial_goal_reach_rate", sum(DriveMetric.N_TRIALS_GOAL_REACHED) / trials);
    }
    for (int k = 0; k < trialEgos.length && trialEgos[k] > 0 && trials > 0; k++) {
      named.put("trial_" + k + "_goal_reached", trialReached[k] / trialEgos[k]);
      named.put("trial_" + k + "_score", score(k));
      if (k > 0) {
        named.put("ada_delta_trial_" + k + "_minus_0", score(k) - score(0));
      }
    }
  }

  private double score(int trial) {
    return trialClean[trial] / trialEgos[trial];
  }

  private double sum(DriveMetric driveMetric) {
    return sums[index(driveMetric)];
  }

  // The order of the constants is internal; sums are exported by name.
  @SuppressWarnings("EnumOrdinal")
  private static int index(Enum<?> constant) {
    return constant.ordinal();
  }
}
