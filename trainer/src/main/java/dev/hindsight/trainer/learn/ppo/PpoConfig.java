package dev.hindsight.trainer.learn.ppo;

import dev.hindsight.trainer.credit.Discounting;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.Collector;

/// Everything that was decided about learning.
///
/// @param updates U, updates a run has
/// @param gamma discount factor, where agents have none of their own
/// @param epochs passes over the rows an update makes
/// @param minibatches steps of the optimiser a pass makes
/// @param ticksAtOnce most ticks whose gradients are computed together; a step adds several up
/// @param clip furthest a ratio is followed from 1
/// @param valueCoefficient weight of the value loss
/// @param valueClip furthest a value is followed from the old one; infinite for no limit
/// @param gradientNorm longest gradient taken as it is
/// @param rewardClip rewards are clamped to this and its negative
/// @param badUpdates updates in a row with an output that is not finite, after which learning stops
record PpoConfig(
    long updates,
    Schedule learningRate,
    Schedule entropy,
    double gamma,
    Discounting discounting,
    int epochs,
    int minibatches,
    int ticksAtOnce,
    double clip,
    double valueCoefficient,
    double valueClip,
    double gradientNorm,
    double rewardClip,
    int badUpdates,
    Adam.Betas adam,
    Priority priority,
    Refresh refresh) {
  /// What acting is to know of it.
  Collector.Rules collecting() {
    return new Collector.Rules(rewardClip, gamma, badUpdates);
  }

  /// How much likelier rows with large advantages are chosen (Schaul et al., "Prioritized
  /// Experience Replay", 2016).
  ///
  /// @param alpha 0: every row once a pass, in random order
  /// @param beta how much of that choice the loss takes back, at the first update
  record Priority(double alpha, double beta) {}

  /// When advantages are computed.
  enum Refresh {
    /// Once, before the first step: returns and old values stay what they were when acting.
    UPDATE,
    /// Before every step, with the values and ratios the steps before left behind.
    MINIBATCH
  }
}
