package dev.hindsight.inspector.likelihood;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.record.ActionLikelihood;
import dev.hindsight.trainer.record.ActionLikelihood.Likelihoods;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;

/// How likely a checkpoint finds the actions of one agent, for drawing and in sums. Immutable.
///
/// @param checkpoint its name as given
/// @param likelihoods tick by tick
/// @param ratios for drawing: log2 of the ratio, so that half and double are equally far from 0
/// @param divergences for drawing, in nats
/// @param sums means over all ticks, then over every trial with any
record LikelihoodReading(
    String checkpoint,
    Likelihoods likelihoods,
    MinMaxPyramid ratios,
    MinMaxPyramid divergences,
    List<Sum> sums) {
  /// Means over ticks outside limbo.
  ///
  /// @param name which ticks
  /// @param count number of these ticks
  /// @param ratio mean ratio of the actions' probabilities
  /// @param divergence mean divergence, nats
  /// @param agreement share of ticks at which both find the same action most probable
  /// @param difference largest difference of a logit
  record Sum(
      String name,
      int count,
      double ratio,
      double divergence,
      double agreement,
      double difference) {}

  /// Opens the checkpoint and runs it; for a background thread.
  ///
  /// @throws dev.hindsight.trainer.Problem if it cannot be opened or does not fit the recording
  static LikelihoodReading of(
      Rollout rollout, int agent, String checkpoint, Progress progress, Cancellation cancellation) {
    try (OpenedPolicy opened =
        BuiltInPolicies.open(checkpoint, ActionLikelihood.shapeOf(rollout))) {
      Likelihoods likelihoods =
          new ActionLikelihood(rollout, agent, opened.policy()).run(progress, cancellation);
      return new LikelihoodReading(
          checkpoint,
          likelihoods,
          MinMaxPyramid.ofFinite(
              t -> Math.log(likelihoods.ratio()[t]) / Math.log(2),
              likelihoods.ticks(),
              cancellation),
          MinMaxPyramid.ofFinite(
              t -> likelihoods.divergence()[t], likelihoods.ticks(), cancellation),
          sums(likelihoods, rollout.trials()));
    }
  }

  static List<Sum> sums(Likelihoods likelihoods, TrialIndex trials) {
    List<Sum> sums = new ArrayList<>();
    add(sums, wording("LikelihoodReading.all_ticks"), likelihoods, 0, likelihoods.ticks());
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      int from = trials.start(stretch);
      int to = Math.min(trials.end(stretch), likelihoods.ticks());
      add(
          sums,
          wording("LikelihoodReading.trial_from_tick", trials.trial(stretch) + 1, from),
          likelihoods,
          from,
          to);
    }
    return List.copyOf(sums);
  }

  private static void add(List<Sum> sums, String name, Likelihoods likelihoods, int from, int to) {
    int count = 0;
    double ratio = 0;
    double divergence = 0;
    double agreement = 0;
    double difference = 0;
    for (int t = from; t < to; t++) {
      if (!Float.isNaN(likelihoods.logProb()[t])) {
        count++;
        ratio += likelihoods.ratio()[t];
        divergence += likelihoods.divergence()[t];
        agreement += likelihoods.agrees()[t];
        difference = Math.max(difference, likelihoods.difference()[t]);
      }
    }
    if (count > 0) {
      sums.add(
          new Sum(name, count, ratio / count, divergence / count, agreement / count, difference));
    }
  }

  /// Whether it is the policy that acted, judging by its outputs.
  boolean same() {
    return !sums.isEmpty() && sums.getFirst().difference() <= 1e-5;
  }
}
