package dev.hindsight.trainer;

/// The distribution of k independent normal variables and quantities derived from it, as policies
/// with continuous actions put it out: k means, then k standard deviations.
public final class Gaussian {
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
    double sum = 0;
    for (int i = 0; i < action.length; i++) {
      sum += logDensity(action[i], output[i], output[action.length + i]);
    }
    return sum;
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

  /// Kullback-Leibler divergence of two of them, nats, at least 0: for each variable `ln (s_q /
  /// s_p) + (s_p^2 + (m_p - m_q)^2) / (2 s_q^2) - 1/2`.
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
