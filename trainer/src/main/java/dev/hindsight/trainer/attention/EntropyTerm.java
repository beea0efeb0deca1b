package dev.hindsight.trainer.attention;

/// What a weight adds to the entropy of attention.
public final class EntropyTerm {
  private EntropyTerm() {}

  /// `-w ln w` in nats: 0 without weight, and NaN for a weight that is not a number, which would
  /// otherwise look as sure as attention can be.
  public static double of(double weight) {
    return weight <= 0 ? 0 : -weight * Math.log(weight);
  }
}
