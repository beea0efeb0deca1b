package dev.hindsight.inspector.opinion;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.record.SecondOpinion;
import dev.hindsight.trainer.record.SecondOpinion.Opinion;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;

/// The second opinion of a checkpoint on one agent. Immutable.
///
/// @param checkpoint its name as given
/// @param told tick by tick
/// @param ratios for drawing: log2 of the ratio, so that half and double are equally far from 0
/// @param divergences for drawing, in nats
/// @param sums means over all ticks, then over every trial with any
record OpinionReading(
    String checkpoint,
    Opinion told,
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
  static OpinionReading of(
      Rollout rollout, int agent, String checkpoint, Progress progress, Cancellation cancellation) {
    try (OpenedPolicy opened = BuiltInPolicies.open(checkpoint, SecondOpinion.shapeOf(rollout))) {
      Opinion opinion =
          new SecondOpinion(rollout, agent, opened.policy()).run(progress, cancellation);
      return new OpinionReading(
          checkpoint,
          opinion,
          MinMaxPyramid.of(
              t -> Math.log(opinion.ratio()[t]) / Math.log(2), opinion.ticks(), cancellation),
          MinMaxPyramid.of(t -> opinion.divergence()[t], opinion.ticks(), cancellation),
          sums(opinion, rollout.trials()));
    }
  }

  static List<Sum> sums(Opinion opinion, TrialIndex trials) {
    List<Sum> sums = new ArrayList<>();
    add(sums, wording("OpinionReading.all_ticks"), opinion, 0, opinion.ticks());
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      int from = trials.start(stretch);
      int to = Math.min(trials.end(stretch), opinion.ticks());
      add(
          sums,
          wording("OpinionReading.trial_from_tick", trials.trial(stretch) + 1, from),
          opinion,
          from,
          to);
    }
    return List.copyOf(sums);
  }

  private static void add(List<Sum> sums, String name, Opinion opinion, int from, int to) {
    int count = 0;
    double ratio = 0;
    double divergence = 0;
    double agreement = 0;
    double difference = 0;
    for (int t = from; t < to; t++) {
      if (!Float.isNaN(opinion.logProb()[t])) {
        count++;
        ratio += opinion.ratio()[t];
        divergence += opinion.divergence()[t];
        agreement += opinion.agrees()[t];
        difference = Math.max(difference, opinion.difference()[t]);
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
