package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.SplitMix64;

/// Folds the digest of each tick's state into one number, so that two recordings that agree at a
/// tick have agreed at every earlier tick.
///
/// `chain(t) = mix(chain(t - 1) * 31 + state(t) + GAMMA)`, `chain(-1) = 0`, with mix and GAMMA from
/// [SplitMix64].
public final class StateHashChain {
  private long chain;

  /// A chain that continues after a tick with a known value.
  public static StateHashChain after(long value) {
    StateHashChain chain = new StateHashChain();
    chain.chain = value;
    return chain;
  }

  /// Adds the next tick's state.
  ///
  /// @return the value of the channel `state_hash` at that tick
  public long next(long stateHash) {
    chain = SplitMix64.mix(chain * 31 + stateHash + SplitMix64.GAMMA);
    return chain;
  }
}
