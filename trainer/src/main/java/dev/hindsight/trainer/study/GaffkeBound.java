package dev.hindsight.trainer.study;

import java.util.Arrays;

/// An upper bound for the mean of a distribution of which only the largest possible value is known.
///
/// N. Gaffke, "Three test statistics for a nonparametric one-sided hypothesis on the mean of a
/// nonnegative variable", Math. Methods of Statistics 14 (2005); the bound in this form is in
/// Learned-Miller and Thomas, arXiv:1905.06208. Add one sample at the extreme `x_0`, and weight all
/// n plus 1 samples by a uniformly random point of the simplex, `w ~ Dirichlet(1, ..., 1)`: the
/// bound at error α is the 1 - α quantile of `D = Σ w_i x_i`. For samples of 0 and 1 it is that of
/// Clopper and Pearson. For these it is proven to hold its level; for others this is a conjecture
/// that no example contradicts, and `docs/measurements/intervals.md` has our measurements.
///
/// As `w_i = E_i / Σ E` with exponential E, `P(D > t) = P(Σ E_i (x_i - t) > 0)`, which is an
/// integral along a vertical line through the saddle point of its moment generating function. The
/// computation needs no random numbers and is correct to about seven digits.
final class GaffkeBound {
  /// Step of the integral, in the variable v with `y = sinh(v) / σ`. The nearest singularity is
  /// about 1 away, so the error is about `exp(-2π / STEP)`.
  private static final double STEP = 0.2;

  /// A tail this close to the mean, in standard deviations, is certainly more than a few percent.
  private static final double NEAR = 0.4;

  private final double[] values;
  private final double[] times;
  private final double[] slopes;
  private final double mean;
  private final double sign;

  private GaffkeBound(double[] samples, double extreme, double sign) {
    double[] all = Arrays.copyOf(samples, samples.length + 1);
    all[samples.length] = extreme;
    for (int i = 0; i < all.length; i++) {
      all[i] *= sign;
      if (!(all[i] <= sign * extreme)) {
        throw new IllegalArgumentException(samples[i] + " is beyond " + extreme);
      }
    }
    Arrays.sort(all);
    double[] distinct = new double[all.length];
    double[] counts = new double[all.length];
    int found = 0;
    for (double value : all) {
      if (found == 0 || distinct[found - 1] != value) {
        distinct[found++] = value;
      }
      counts[found - 1]++;
    }
    this.values = Arrays.copyOf(distinct, found);
    this.times = Arrays.copyOf(counts, found);
    this.slopes = new double[found];
    this.mean = Arrays.stream(all).average().orElseThrow();
    this.sign = sign;
  }

  /// An upper bound.
  ///
  /// @param most largest possible value
  static GaffkeBound above(double[] samples, double most) {
    return new GaffkeBound(samples, most, 1);
  }

  /// A lower bound.
  ///
  /// @param least smallest possible value
  static GaffkeBound below(double[] samples, double least) {
    return new GaffkeBound(samples, least, -1);
  }

  /// The bound that is wrong with at most this probability.
  ///
  /// @param error at most 0.1
  double at(double error) {
    double low = mean;
    double high = values[values.length - 1];
    if (high - values[0] <= 1e-12 * Math.max(1, Math.abs(high))) {
      return sign * high;
    }
    // D is log-concave: at least 1/e of it lies above its mean.
    double target = Math.log(error);
    double above = -1 - target;
    double below = Double.NEGATIVE_INFINITY;
    for (int round = 0; round < 60 && high - low > 1e-9 * (high - mean + 1e-300); round++) {
      double next = (low + high) / 2;
      if (round > 3 && Double.isFinite(below) && round % 3 != 0) {
        next = Math.clamp(low + (high - low) * above / (above - below), low, high);
        // Step away from the end that stays, so that both ends close in.
        next += (next - low < high - next ? 1 : -1) * 1e-4 * (high - low);
      }
      double beyond = Math.log(tail(next)) - target;
      if (beyond > 0) {
        low = next;
        above = beyond;
      } else {
        high = next;
        below = beyond;
      }
    }
    return sign * (low + high) / 2;
  }

  /// The p-value of "the mean is at least this" for an upper bound, "at most this" for a lower one;
  /// 1 stands for all values above about 0.1.
  double significance(double value) {
    double at = sign * value;
    return at <= mean ? 1 : at >= values[values.length - 1] ? 0 : tail(at);
  }

  /// P(D > t) for a t between the mean and the largest value.
  private double tail(double t) {
    double saddle = saddle(t);
    double log = 0;
    double variance = 0;
    for (int j = 0; j < values.length; j++) {
      double a = values[j] - t;
      double rest = 1 - a * saddle;
      slopes[j] = a / rest;
      log -= times[j] * Math.log(rest);
      variance += times[j] * slopes[j] * slopes[j];
    }
    double deviation = Math.sqrt(variance);
    if (saddle * deviation < NEAR) {
      return 1;
    }
    double sum = 0;
    for (int step = 0; step < 400; step++) {
      double v = step * STEP;
      double y = Math.sinh(v) / deviation;
      double term = integrand(saddle, y) * Math.cosh(v) * (step == 0 ? 0.5 : 1);
      sum += term;
      if (step > 8 && Math.abs(size) * Math.cosh(v) < 1e-13 * Math.abs(sum)) {
        break;
      }
    }
    return Math.max(Double.MIN_NORMAL, sum * STEP / deviation / Math.PI * Math.exp(log));
  }

  /// Modulus of the latest [#integrand].
  private double size;

  /// Real part of `Π (1 - i y b_j)^-m_j / (c + i y)`.
  private double integrand(double saddle, double y) {
    double logModulus = 0;
    double angle = 0;
    for (int j = 0; j < slopes.length; j++) {
      double b = slopes[j] * y;
      logModulus -= 0.5 * times[j] * Math.log1p(b * b);
      if (logModulus < -60) {
        size = 0;
        return 0;
      }
      angle += times[j] * Math.atan(b);
    }
    double below = saddle * saddle + y * y;
    size = Math.exp(logModulus) / Math.sqrt(below);
    return Math.exp(logModulus) * (saddle * Math.cos(angle) + y * Math.sin(angle)) / below;
  }

  /// Zero of the derivative of `-Σ m_j log(1 - a_j s)` between 0 and `1 / a_max`.
  private double saddle(double t) {
    double low = 0;
    double high = 1 / (values[values.length - 1] - t);
    double s = high / 2;
    for (int round = 0; round < 100; round++) {
      double slope = 0;
      double bend = 0;
      for (int j = 0; j < values.length; j++) {
        double part = (values[j] - t) / (1 - (values[j] - t) * s);
        slope += times[j] * part;
        bend += times[j] * part * part;
      }
      if (slope < 0) {
        low = s;
      } else {
        high = s;
      }
      double next = s - slope / bend;
      next = next > low && next < high ? next : (low + high) / 2;
      if (Math.abs(next - s) <= 1e-10 * high) {
        return next;
      }
      s = next;
    }
    return s;
  }
}
