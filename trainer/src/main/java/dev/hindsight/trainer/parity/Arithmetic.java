package dev.hindsight.trainer.parity;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.SplitMix64;

/// How a network's numbers are computed.
///
/// @param precision that weights are first rounded to
/// @param nonlinearity between linear layers
/// @param nudge 0 for none; otherwise a seed for small changes of every weight by up to [#NUDGE],
///   which show how errors of that size propagate
public record Arithmetic(Precision precision, Nonlinearity nonlinearity, int nudge) {
  /// The arithmetic of training.
  public static final Arithmetic PLAIN =
      new Arithmetic(Precision.FLOAT32, Nonlinearity.AS_TRAINED, 0);

  /// The largest relative change of a nudged weight: 16 units of roundoff of float32 (u = 2^-24),
  /// enough not to be rounded away itself.
  public static final double NUDGE = 0x1p-20;

  /// As trained, with rounded weights.
  public static Arithmetic in(Precision precision) {
    return new Arithmetic(precision, Nonlinearity.AS_TRAINED, 0);
  }

  /// As trained, with another nonlinearity between the layers.
  public static Arithmetic with(Nonlinearity nonlinearity) {
    return new Arithmetic(Precision.FLOAT32, nonlinearity, 0);
  }

  /// The same with nudged weights.
  ///
  /// @param seed not 0
  public Arithmetic nudged(int seed) {
    return new Arithmetic(precision, nonlinearity, seed);
  }

  /// The differences from training in words; empty if there are none.
  public String words() {
    return precision == Precision.FLOAT32
        ? nonlinearity.words()
        : wording("Arithmetic.computed_with_weights_in", precision.words());
  }

  /// A weight as used in the computation.
  ///
  /// @param at a number unique to the weight, for its change
  public float weight(float value, long at) {
    float rounded = precision.round(value);
    if (nudge == 0) {
      return rounded;
    }
    long bits = SplitMix64.mix(SplitMix64.GAMMA * (at + 1) + nudge);
    return (float) (rounded * (1 + NUDGE * (2 * SplitMix64.unit(bits) - 1)));
  }
}
