package dev.hindsight.trainer.critic;

import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import java.util.List;

/// How a critic's target follows from what happened.
///
/// @param gamma discount factor per tick, for agents that observe none of their own
/// @param steps n, rewards summed before a value counts
/// @param rewardScale c, by which critics multiply rewards; targets here are divided by it
/// @param rewardClip rewards of one agent are clamped to this and its negative
/// @param trialEnds what the end of a trial does
/// @param timeouts what a time limit does
/// @param alphas weight of each member's entropy by learner, in units of reward
public record TargetRule(
    double gamma,
    int steps,
    double rewardScale,
    double rewardClip,
    EndRule trialEnds,
    TimeoutRule timeouts,
    List<List<Double>> alphas) {
  /// Copies the lists.
  public TargetRule {
    alphas = alphas.stream().map(List::copyOf).toList();
  }

  /// The same with another discount factor.
  public TargetRule withGamma(double other) {
    return new TargetRule(other, steps, rewardScale, rewardClip, trialEnds, timeouts, alphas);
  }

  /// The same with another effect of time limits.
  public TargetRule withTimeouts(TimeoutRule other) {
    return new TargetRule(gamma, steps, rewardScale, rewardClip, trialEnds, other, alphas);
  }

  /// The same with other weights of entropy.
  public TargetRule withAlphas(List<List<Double>> others) {
    return new TargetRule(gamma, steps, rewardScale, rewardClip, trialEnds, timeouts, others);
  }
}
