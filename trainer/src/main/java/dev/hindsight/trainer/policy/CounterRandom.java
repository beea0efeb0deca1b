package dev.hindsight.trainer.policy;

/// Random numbers that are a pure function of (seed, tick, agent, draw): any tick can be drawn
/// again without the ones before it, in any order, on any thread.
///
/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014), applied once for each part of the key.
final class CounterRandom {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private CounterRandom() {}

  /// A number in `[0, 1)` with 53 random bits.
  static double uniform(long seed, int tick, int agent, int draw) {
    long z = mix(seed + GOLDEN);
    z = mix(z ^ (tick * GOLDEN));
    z = mix(z ^ (((long) agent << 32 | draw) * GOLDEN + 1));
    return (z >>> 11) * 0x1p-53;
  }

  /// A draw from the standard normal distribution (Box and Muller 1958); takes draws `2 * pair` and
  /// `2 * pair + 1`.
  static double gaussian(long seed, int tick, int agent, int pair) {
    double radius = Math.sqrt(-2 * Math.log1p(-uniform(seed, tick, agent, 2 * pair)));
    return radius * Math.cos(2 * Math.PI * uniform(seed, tick, agent, 2 * pair + 1));
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
