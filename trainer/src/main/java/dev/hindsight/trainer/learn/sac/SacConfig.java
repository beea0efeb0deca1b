package dev.hindsight.trainer.learn.sac;

import dev.hindsight.trainer.credit.Discounting.EndRule;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.Collector;

/// Everything that was decided about learning.
///
/// @param updates U, updates a run has
/// @param rates how far steps go
/// @param gamma discount factor, where agents have none of their own
/// @param tau how far the slower critics follow at a step
/// @param critics 2, or 1 for who trusts it
/// @param initialAlpha temperature to begin with
/// @param targetEntropy H*, nats
/// @param steps n, rewards that are added up before a critic is asked
/// @param batch N, steps that are learned from together
/// @param learningStarts steps that are remembered before learning begins
/// @param intensity steps learned from for each that is lived through
/// @param capacity steps that are remembered
/// @param gradientNorm longest gradient taken as it is; infinite for no limit
/// @param rewardClip rewards are clamped to this and its negative
/// @param trialEnds what the end of a trial does to what comes after
record SacConfig(
    long updates,
    Rates rates,
    double gamma,
    double tau,
    int critics,
    double initialAlpha,
    double targetEntropy,
    int steps,
    int batch,
    int learningStarts,
    double intensity,
    int capacity,
    double gradientNorm,
    double rewardClip,
    EndRule trialEnds,
    Adam.Betas adam) {

  /// Of Adam.
  record Rates(double actor, double critic, double alpha) {
    /// All of them that much larger.
    Rates times(double factor) {
      return new Rates(actor * factor, critic * factor, alpha * factor);
    }
  }

  /// What acting is to know of it.
  Collector.Rules collecting() {
    return new Collector.Rules(rewardClip, gamma, 1);
  }

  /// Steps of the optimiser that so many steps lived through are worth.
  int learningSteps(long lived) {
    return (int) Math.max(1, Math.round(lived * intensity / batch));
  }
}
