package dev.hindsight.trainer.parity;

import static dev.hindsight.trainer.text.TrainerText.wording;

/// The nonlinearity between a network's linear layers: the one it was trained with, or a known
/// mistake in one of two implementations.
public enum Nonlinearity {
  /// GELU with erf, and ReLU where the architecture has it.
  AS_TRAINED(""),
  /// `x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))` instead of GELU with erf: Hendrycks and
  /// Gimpel's approximation, up to 5e-4 off.
  GELU_BY_TANH(wording("Nonlinearity.gelu_computed_by_tanh_instead_of")),
  /// ReLU instead of every GELU.
  GELU_AS_RELU(wording("Nonlinearity.relu_in_the_place_of_gelu")),
  /// GELU with erf instead of every ReLU.
  RELU_AS_GELU(wording("Nonlinearity.gelu_in_the_place_of_relu"));

  private final String words;

  Nonlinearity(String words) {
    this.words = words;
  }

  /// What is wrong with it; empty if it is correct.
  public String words() {
    return words;
  }
}
