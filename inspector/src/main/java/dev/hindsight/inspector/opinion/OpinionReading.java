package dev.hindsight.inspector.opinion;

import dev.hindsight.inspector.series.Pyramid;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.record.SecondOpinion;
import dev.hindsight.trainer.record.SecondOpinion.Told;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;

/// What a second checkpoint told of one agent, and what that comes to. Immutable.
///
/// @param checkpoint as it was named
/// @param told tick by tick
/// @param ratios to be drawn: log2 of the ratio, so that half and double lie alike far from 0
/// @param divergences to be drawn, nats
/// @param sums of all ticks, then of every trial that has any
record OpinionReading(
    String checkpoint, Told told, Pyramid ratios, Pyramid divergences, List<Sum> sums) {
  /// Means over ticks outside limbo.
  ///
  /// @param name which ticks
  /// @param count how many
  /// @param ratio mean ratio of the actions' probabilities
  /// @param divergence mean divergence, nats
  /// @param agreement share of ticks at which both hold the same action the most probable
  /// @param difference largest difference of a logit
  record Sum(
      String name,
      int count,
      double ratio,
      double divergence,
      double agreement,
      double difference) {}

  /// Opens the checkpoint and asks it; for a background thread.
  ///
  /// @throws dev.hindsight.trainer.Problem if it cannot be opened or does not fit the recording
  static OpinionReading of(
      Rollout rollout, int agent, String checkpoint, Progress progress, Cancellation cancellation) {
    try (OpenedPolicy opened = BuiltInPolicies.open(checkpoint, SecondOpinion.shapeOf(rollout))) {
      Told told = new SecondOpinion(rollout, agent, opened.policy()).run(progress, cancellation);
      return new OpinionReading(
          checkpoint,
          told,
          Pyramid.of(t -> Math.log(told.ratio()[t]) / Math.log(2), told.ticks(), cancellation),
          Pyramid.of(t -> told.divergence()[t], told.ticks(), cancellation),
          sums(told, rollout.trials()));
    }
  }

  static List<Sum> sums(Told told, TrialIndex trials) {
    List<Sum> sums = new ArrayList<>();
    add(sums, "all ticks", told, 0, told.ticks());
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      int from = trials.start(stretch);
      int to = Math.min(trials.end(stretch), told.ticks());
      add(sums, "trial " + (trials.trial(stretch) + 1) + ", from tick " + from, told, from, to);
    }
    return List.copyOf(sums);
  }

  private static void add(List<Sum> sums, String name, Told told, int from, int to) {
    int count = 0;
    double ratio = 0;
    double divergence = 0;
    double agreement = 0;
    double difference = 0;
    for (int t = from; t < to; t++) {
      if (!Float.isNaN(told.logProb()[t])) {
        count++;
        ratio += told.ratio()[t];
        divergence += told.divergence()[t];
        agreement += told.agrees()[t];
        difference = Math.max(difference, told.difference()[t]);
      }
    }
    if (count > 0) {
      sums.add(
          new Sum(name, count, ratio / count, divergence / count, agreement / count, difference));
    }
  }

  /// Whether it is the policy that acted, as far as its outputs tell.
  boolean same() {
    return !sums.isEmpty() && sums.getFirst().difference() <= 1e-5;
  }
}
