package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import dev.hindsight.trainer.learn.net.Layers;
import java.util.List;

/// The losses of soft actor-critic (Haarnoja et al., "Soft Actor-Critic Algorithms and
/// Applications", 2018; over actions one by one: Christodoulou, "Soft Actor-Critic for Discrete
/// Action Settings", 2019):
///
/// ```
/// V(s)     = E over a of (min Q(s, a) - alpha log pi(a))
/// y        = r + b V'(s')            b = gamma^n, 0 where the episode terminated
/// critic   = mean of w huber(Q(s, a) - y)
/// actor    = - mean of V(s)
/// alpha    = - mean of log alpha (E log pi + H*)      H* the entropy aimed at
/// ```
///
/// [ActionDistribution] is the expectation: over all actions where they can be counted, over one
/// that was drawn where they cannot.
final class SoftLoss {
  /// Where the loss of an error goes from its square to its size.
  private static final float HUBER = 1;

  private SoftLoss() {}

  /// y, `[N]`.
  ///
  /// @param reward `[N]`, of n steps, each later one discounted
  /// @param bootstrap `[N]`, b
  /// @param later `[N]`, V' of what was seen after the n steps
  static NDArray target(NDArray reward, NDArray bootstrap, NDArray later) {
    return reward.add(bootstrap.mul(later));
  }

  /// The loss of one critic, a scalar.
  ///
  /// @param chosen `[N]`, Q of what was done
  /// @param target `[N]`, y
  /// @param weight `[N]`, w: what being chosen more often than others is worth less
  static NDArray critic(NDArray chosen, NDArray target, NDArray weight) {
    NDArray size = chosen.sub(target).abs();
    NDArray near = size.clip(0, HUBER);
    return near.mul(size.sub(Layers.scaled(near, 0.5))).mul(weight).mean();
  }

  /// How far the critics are off on average, `[N]`.
  ///
  /// @param chosen one `[N]` a critic, Q of what was done
  /// @param target `[N]`, y
  static NDArray error(List<NDArray> chosen, NDArray target) {
    NDList sizes = new NDList();
    chosen.forEach(one -> sizes.add(one.sub(target).abs()));
    return NDArrays.stack(sizes).mean(new int[] {0});
  }

  /// The actor's loss, a scalar.
  ///
  /// @param value `[N]`, V with gradients of the policy alone
  static NDArray actor(NDArray value) {
    return value.mean().neg();
  }

  /// The temperature's loss.
  ///
  /// @param logProb mean over the batch of `E log pi`, which is minus the entropy
  /// @param target H*
  static double temperature(double logAlpha, double logProb, double target) {
    return logAlpha * temperatureGradient(logProb, target);
  }

  /// Of [#temperature] by log alpha: positive where the policy is more random than it is to be.
  static double temperatureGradient(double logProb, double target) {
    return -(logProb + target);
  }
}
