package dev.hindsight.trainer.study;

/// Student's distribution for whole degrees of freedom, by its closed formula and bisection: an
/// independent check of the library's quantiles.
final class StudentT {
  private StudentT() {}

  /// The value below which a part of it lies.
  ///
  /// @param part in (0.5, 1)
  /// @param freedom degrees of freedom, at least 1
  static double quantile(double part, int freedom) {
    double low = 0;
    double high = 1;
    while (below(high, freedom) < part) {
      high *= 2;
    }
    for (int round = 0; round < 60; round++) {
      double middle = (low + high) / 2;
      if (below(middle, freedom) < part) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /// How much of it lies below a positive value: Abramowitz and Stegun, 26.7.3 and 26.7.4.
  private static double below(double t, int freedom) {
    double angle = Math.atan(t / Math.sqrt(freedom));
    double cos2 = Math.cos(angle) * Math.cos(angle);
    boolean odd = freedom % 2 == 1;
    double term = odd ? Math.cos(angle) : 1;
    double sum = 0;
    for (int k = odd ? 1 : 0; k <= freedom - 2 && term > 1e-18; k += 2) {
      sum += term;
      term *= cos2 * (k + 1) / (k + 2);
    }
    double middle = odd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
    return (1 + middle) / 2;
  }
}
