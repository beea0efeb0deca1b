package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.SplitMix64;

/// Random numbers that are a pure function of (seed, tick, agent, draw): any tick can be drawn
/// again without the ones before it, in any order, on any thread.
///
/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014), applied once for each part of the key.
final class CounterRandom {
  private CounterRandom() {}

  /// A number in `[0, 1)` with 53 random bits.
  static double uniform(long seed, int tick, int agent, int draw) {
    long z = SplitMix64.mix(seed + SplitMix64.GAMMA);
    z = SplitMix64.mix(z ^ (tick * SplitMix64.GAMMA));
    z = SplitMix64.mix(z ^ (((long) agent << 32 | draw) * SplitMix64.GAMMA + 1));
    return SplitMix64.unit(z);
  }

  /// A draw from the standard normal distribution (Box and Muller 1958); takes draws `2 * pair` and
  /// `2 * pair + 1`.
  static double gaussian(long seed, int tick, int agent, int pair) {
    double radius = Math.sqrt(-2 * Math.log1p(-uniform(seed, tick, agent, 2 * pair)));
    return radius * Math.cos(2 * Math.PI * uniform(seed, tick, agent, 2 * pair + 1));
  }
}
