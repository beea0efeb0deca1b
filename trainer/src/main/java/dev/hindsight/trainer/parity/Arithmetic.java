package dev.hindsight.trainer.parity;

import dev.hindsight.trainer.SplitMix64;

/// How a network's numbers are computed, besides what it computes.
///
/// @param precision weights are rounded to first
/// @param nonlinearity between linear layers
/// @param nudge 0 for none; otherwise a seed, and every weight is off by its own share of [#NUDGE],
///   which shows how far errors of that size travel
public record Arithmetic(Precision precision, Nonlinearity nonlinearity, int nudge) {
  /// As it was trained.
  public static final Arithmetic PLAIN =
      new Arithmetic(Precision.FLOAT32, Nonlinearity.AS_TRAINED, 0);

  /// The largest relative change of a weight that is nudged: 16 units of roundoff of float32 (u =
  /// 2^-24), enough not to be rounded away itself.
  public static final double NUDGE = 0x1p-20;

  /// As trained, with weights rounded.
  public static Arithmetic in(Precision precision) {
    return new Arithmetic(precision, Nonlinearity.AS_TRAINED, 0);
  }

  /// As trained, with other functions between the layers.
  public static Arithmetic with(Nonlinearity nonlinearity) {
    return new Arithmetic(Precision.FLOAT32, nonlinearity, 0);
  }

  /// The same with weights nudged.
  ///
  /// @param seed not 0
  public Arithmetic nudged(int seed) {
    return new Arithmetic(precision, nonlinearity, seed);
  }

  /// What is unusual about it; empty where nothing is.
  public String words() {
    return precision == Precision.FLOAT32
        ? nonlinearity.words()
        : "computed with weights in " + precision.words();
  }

  /// A weight as it is computed with.
  ///
  /// @param at a number of its own, for the share it is nudged by
  public float weight(float value, long at) {
    float rounded = precision.round(value);
    if (nudge == 0) {
      return rounded;
    }
    long bits = SplitMix64.mix(SplitMix64.GAMMA * (at + 1) + nudge);
    return (float) (rounded * (1 + NUDGE * (2 * SplitMix64.unit(bits) - 1)));
  }
}
