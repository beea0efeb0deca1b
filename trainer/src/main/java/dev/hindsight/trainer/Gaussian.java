package dev.hindsight.trainer;

/// The distribution of k independent normal variables and quantities derived from it, as policies
/// with continuous actions put it out: k means, then k standard deviations.
public final class Gaussian {
  /// Steps of a sum on either side of the mean, and how many deviations they reach.
  private static final int GRID = 150;

  private static final double FARTHEST = 6;

  private Gaussian() {}

  /// Logarithm of the density of one normal variable, nats.
  public static double logDensity(double number, double mean, double deviation) {
    double z = (number - mean) / deviation;
    return -0.5 * z * z - Math.log(deviation) - 0.5 * Math.log(2 * Math.PI);
  }

  /// Logarithm of the density of a whole action, nats.
  ///
  /// @param output `[2k]`
  /// @param action `[k]`
  public static double logDensity(float[] output, float[] action) {
    return logDensity(output, action, ActionBound.CLIPPED);
  }

  /// Logarithm of the density of a whole action, nats.
  ///
  /// @param output `[2k]`
  /// @param action `[k]`, as the environment got it
  /// @param bound how its numbers were kept within `[-1, 1]`
  public static double logDensity(float[] output, float[] action, ActionBound bound) {
    double sum = 0;
    for (int i = 0; i < action.length; i++) {
      sum +=
          switch (bound) {
            case CLIPPED -> logDensity(action[i], output[i], output[action.length + i]);
            case TANH ->
                tanhLogDensity(beforeTanh(action[i]), output[i], output[action.length + i]);
          };
    }
    return sum;
  }

  /// Logarithm of the density of `tanh u` among the numbers between -1 and 1, nats, where u is
  /// normal.
  ///
  /// @param u the number before the tanh: near 1 and -1 the number after it no longer tells
  public static double tanhLogDensity(double u, double mean, double deviation) {
    return logDensity(u, mean, deviation) - logTanhSlope(u);
  }

  /// `log(1 - tanh(u)^2) = 2 (log 2 - |u| - log(1 + exp(-2 |u|)))`, which neither overflows nor
  /// becomes the logarithm of 0.
  public static double logTanhSlope(double u) {
    double size = Math.abs(u);
    return 2 * (Math.log(2) - size - Math.log1p(Math.exp(-2 * size)));
  }

  /// The number of which another one is the tanh. A number of 1 or more counts as the largest float
  /// below 1, which is the tanh of 8.66: no other number rounds to it in a recording, and at 1
  /// itself there is no density.
  public static double beforeTanh(double number) {
    double most = Math.nextDown(1f);
    double within = Math.clamp(number, -most, most);
    return 0.5 * (Math.log1p(within) - Math.log1p(-within));
  }

  /// Differential entropy `sum ln s + k/2 ln (2 pi e)`, nats; it may be negative.
  ///
  /// @param output `[2k]`
  public static double entropy(float[] output) {
    int k = output.length / 2;
    double sum = 0.5 * k * Math.log(2 * Math.PI * Math.E);
    for (int i = 0; i < k; i++) {
      sum += Math.log(output[k + i]);
    }
    return sum;
  }

  /// Differential entropy of a whole action, nats. A tanh changes it by the expectation of
  /// [#logTanhSlope], which is summed over a grid of 12 deviations (to 1e-6).
  ///
  /// @param output `[2k]`
  /// @param bound how the numbers of the action are kept within `[-1, 1]`
  public static double entropy(float[] output, ActionBound bound) {
    return switch (bound) {
      case CLIPPED -> entropy(output);
      case TANH -> {
        double sum = entropy(output);
        for (int i = 0; i < output.length / 2; i++) {
          sum += expectedLogTanhSlope(output[i], output[output.length / 2 + i]);
        }
        yield sum;
      }
    };
  }

  private static double expectedLogTanhSlope(double mean, double deviation) {
    double sum = 0;
    double weights = 0;
    for (int i = -GRID; i <= GRID; i++) {
      double z = FARTHEST * i / GRID;
      double weight = Math.exp(-0.5 * z * z);
      sum += weight * logTanhSlope(mean + deviation * z);
      weights += weight;
    }
    return sum / weights;
  }

  /// Kullback-Leibler divergence of two of them, nats, at least 0: for each variable `ln (s_q /
  /// s_p) + (s_p^2 + (m_p - m_q)^2) / (2 s_q^2) - 1/2`. A tanh behind both changes nothing.
  ///
  /// @param p `[2k]`
  /// @param q `[2k]`
  public static double divergence(float[] p, float[] q) {
    int k = p.length / 2;
    double sum = 0;
    for (int i = 0; i < k; i++) {
      double apart = (double) p[i] - q[i];
      double own = p[k + i];
      double other = q[k + i];
      sum += Math.log(other / own) + (own * own + apart * apart) / (2 * other * other) - 0.5;
    }
    return Math.max(0, sum);
  }
}
