package dev.hindsight.trainer.learn.sac;

/// k numbers in (-1, 1): each the tanh of a number drawn from a normal distribution (Haarnoja et
/// al. 2018, appendix C), the distribution soft actor-critic has over actions that are numbers.
///
/// @param mean `[k]`, before the tanh
/// @param logDeviation `[k]`, logarithm of the deviation, before the tanh
record TanhGaussian(double[] mean, double[] logDeviation) {
  private static final double LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);

  /// Before the tanh, `[k]`: differentiable in mean and deviation for given noise.
  ///
  /// @param noise `[k]`, standard normal
  double[] before(double[] noise) {
    double[] drawn = new double[mean.length];
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = mean[i] + Math.exp(logDeviation[i]) * noise[i];
    }
    return drawn;
  }

  /// The action, `[k]`.
  ///
  /// @param before `[k]`, as [#before] made it
  static double[] action(double[] before) {
    double[] action = new double[before.length];
    for (int i = 0; i < action.length; i++) {
      action[i] = Math.tanh(before[i]);
    }
    return action;
  }

  /// Logarithm of the density of an action among actions, all k together.
  ///
  /// @param before `[k]`, what it is the tanh of: near 1 the action alone no longer tells
  double logDensity(double[] before) {
    double sum = 0;
    for (int i = 0; i < before.length; i++) {
      double z = (before[i] - mean[i]) / Math.exp(logDeviation[i]);
      sum += -0.5 * z * z - logDeviation[i] - LOG_ROOT_TWO_PI - logSlope(before[i]);
    }
    return sum;
  }

  /// `log(1 - tanh(u)^2) = 2 (log 2 - u - log(1 + exp(-2u)))`, which neither overflows nor becomes
  /// the logarithm of 0.
  private static double logSlope(double u) {
    double size = Math.abs(u);
    return 2 * (Math.log(2) - size - Math.log1p(Math.exp(-2 * size)));
  }

  /// A number of (-1, 1) in a range.
  static double rescaled(double action, double low, double high) {
    return low + (action + 1) * (high - low) / 2;
  }
}
