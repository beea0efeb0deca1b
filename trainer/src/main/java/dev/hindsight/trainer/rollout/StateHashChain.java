package dev.hindsight.trainer.rollout;

/// Folds the digest of each tick's state into one number, so that two recordings which agree at a
/// tick have agreed at every tick before it.
///
/// `chain(t) = mix(chain(t - 1) * 31 + state(t) + 0x9e3779b97f4a7c15)`, `chain(-1) = 0`, where mix
/// is the finaliser of SplitMix64 and the constant its increment (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014).
public final class StateHashChain {
  private long chain;

  /// A chain that goes on after a tick of which the value is known.
  public static StateHashChain after(long value) {
    StateHashChain chain = new StateHashChain();
    chain.chain = value;
    return chain;
  }

  /// Takes the next tick's state.
  ///
  /// @return the value of the channel `state_hash` at that tick
  public long next(long stateHash) {
    long z = chain * 31 + stateHash + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    chain = z ^ (z >>> 31);
    return chain;
  }
}
