package dev.hindsight.trainer.parity;

/// Which functions stand between a network's linear layers: those it was trained with, or a mistake
/// in one of two copies of a network.
public enum Nonlinearity {
  /// GELU with erf, and ReLU where the architecture has it.
  AS_TRAINED(""),
  /// `x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))` in the place of GELU with erf: Hendrycks
  /// and Gimpel's approximation, up to 5e-4 off.
  GELU_BY_TANH("GELU computed by tanh instead of erf"),
  /// ReLU in the place of every GELU.
  GELU_AS_RELU("ReLU in the place of GELU"),
  /// GELU with erf in the place of every ReLU.
  RELU_AS_GELU("GELU in the place of ReLU");

  private final String words;

  Nonlinearity(String words) {
    this.words = words;
  }

  /// What is wrong with it; empty where nothing is.
  public String words() {
    return words;
  }
}
