package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.advantage.CriticErrors;
import dev.hindsight.trainer.outcome.EpisodeProgress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// How well values predicted the actual returns, over some ticks outside limbo.
///
/// @param name which ticks: `all`, `trial 1`, `0-25 % of the episode`
/// @param count number of these ticks; with 0 all numbers are NaN, because no data is not an error
///   of 0
/// @param value mean predicted return
/// @param meanReturn mean actual return
/// @param advantage mean advantage
/// @param error root of the mean squared difference
/// @param explained 1 - Var(G - V) / Var(G); NaN if all returns are equal
record Calibration(
    String name,
    int count,
    double value,
    double meanReturn,
    double advantage,
    double error,
    double explained) {

  /// Calibrations of the whole recording, of every trial number that has ticks, and of every
  /// quarter of the episode, in order; without quarters if the recording does not say how long a
  /// trial may take.
  static List<Calibration> of(AgentSteps agent, AdvantageTrace trace, float[] returns, int trials) {
    Sums everything = new Sums();
    Sums[] byTrial = sums(Math.max(1, trials));
    Sums[] byQuarter = sums(EpisodeProgress.QUARTERS);
    boolean timed = false;
    for (int t = 0; t < agent.ticks(); t++) {
      float value = agent.steps().value[t];
      float progress = agent.progress()[t];
      int trial = agent.trial()[t];
      timed |= !Float.isNaN(progress);
      if (!Float.isNaN(returns[t]) && !Float.isNaN(value) && !trace.inLimbo(t)) {
        double advantage = trace.advantage(t);
        everything.add(value, returns[t], advantage);
        if (trial >= 0 && trial < byTrial.length) {
          byTrial[trial].add(value, returns[t], advantage);
        }
        if (!Float.isNaN(progress)) {
          byQuarter[EpisodeProgress.quarter(progress)].add(value, returns[t], advantage);
        }
      }
    }
    List<Calibration> all = new ArrayList<>();
    if (everything.errors.count() == 0) {
      return all;
    }
    all.add(everything.named(wording("Calibration.all_ticks")));
    for (int k = 0; k < byTrial.length; k++) {
      if (byTrial[k].errors.count() > 0) {
        all.add(byTrial[k].named(wording("Calibration.trial", k + 1)));
      }
    }
    for (int quarter = 0; timed && quarter < byQuarter.length; quarter++) {
      all.add(byQuarter[quarter].named(wording("Calibration.quarter", quarter + 1)));
    }
    return all;
  }

  private static Sums[] sums(int count) {
    Sums[] sums = new Sums[count];
    Arrays.setAll(sums, _ -> new Sums());
    return sums;
  }

  /// Whether there are such ticks.
  boolean known() {
    return count > 0;
  }

  private static final class Sums {
    private final CriticErrors errors = new CriticErrors();
    private double advantage;

    void add(double estimate, double earned, double better) {
      errors.add(estimate, earned);
      advantage += better;
    }

    Calibration named(String name) {
      long count = errors.count();
      return new Calibration(
          name,
          (int) count,
          errors.meanValue(),
          errors.meanReturn(),
          advantage / count,
          Math.sqrt(errors.meanSquare()),
          errors.explained());
    }
  }
}
