package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.SplitMix64;

/// When a worker is replaced by a fresh one, so that what leaks or fragments cannot grow for ever.
///
/// @param everyEpochs age in epochs at which a worker is replaced, at least 1; an epoch is one
///   update of the learner
/// @param largestGauge share of memory in use above which a worker is replaced; exactly this one
///   does not replace it
public record RecyclingRule(long everyEpochs, double largestGauge) {
  /// After 50 epochs, or with more than 85 % of memory in use.
  public static final RecyclingRule USUAL = new RecyclingRule(50, 0.85);

  /// Checks the age.
  public RecyclingRule {
    if (everyEpochs < 1) {
      throw new IllegalArgumentException("age " + everyEpochs);
    }
  }

  /// Whether a worker is due.
  ///
  /// @param age epochs since it started
  /// @param gauge share of its memory in use, `[0, 1]`
  public boolean due(long age, double gauge) {
    return age >= everyEpochs || gauge > largestGauge;
  }

  /// The seed of a worker that replaces another one: a function of the run, the worker's number and
  /// how often it was replaced, so that a run with the same replacements repeats.
  ///
  /// @param base seed of the run
  /// @param worker from 0
  /// @param generation number of times that the worker was replaced
  public static long seed(long base, int worker, int generation) {
    long bits = SplitMix64.mix(base + SplitMix64.GAMMA);
    bits = SplitMix64.mix(bits ^ (worker + 1L) * SplitMix64.GAMMA);
    return SplitMix64.mix(bits ^ (generation + 1L) * SplitMix64.GAMMA);
  }
}
