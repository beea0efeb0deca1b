package dev.hindsight.trainer;

/// The finaliser and the increment of SplitMix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014; the constants are David Stafford's variant 13).
///
/// Simulators draw random numbers from it and digests are mixed with it, so recordings replay only
/// while it stays unchanged. The caller keeps the state in a `long`, which is copied and digested
/// like any other state of a simulator. Hot loop: allocates nothing.
///
/// A generator: `state += GAMMA; bits = mix(state)`.
public final class SplitMix64 {
  /// Increment of a generator's state: the odd integer nearest to 2^64 / golden ratio.
  public static final long GAMMA = 0x9e3779b97f4a7c15L;

  private SplitMix64() {}

  /// A bijection of the 64-bit integers in which each output bit depends on every input bit.
  public static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /// The upper 53 of 64 random bits as a number in `[0, 1)`.
  public static double unit(long bits) {
    return (bits >>> 11) * 0x1p-53;
  }
}
