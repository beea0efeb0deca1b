package dev.hindsight.trainer;

/// How the numbers of an action stay within `[-1, 1]`, where a policy draws them from normal
/// distributions.
public enum ActionBound {
  /// A number beyond the range becomes the end of the range; log-probabilities are those of the
  /// numbers as drawn.
  CLIPPED,
  /// A number u becomes `tanh u` (Haarnoja et al., "Soft Actor-Critic Algorithms and Applications",
  /// 2018, appendix C); log-probabilities are those of `tanh u`.
  TANH;

  /// The number of the action, in `[-1, 1]`; NaN for NaN.
  ///
  /// @param drawn from the normal distribution
  public double apply(double drawn) {
    return switch (this) {
      case CLIPPED -> Math.clamp(drawn, -1.0, 1.0);
      case TANH -> Math.tanh(drawn);
    };
  }
}
