package dev.hindsight.trainer.advantage;

/// How well values predicted returns over some ticks, added up one by one. Allocates nothing. One
/// owner thread.
///
/// Without ticks there is a count of 0 and no error, because no data is not an error of 0.
public final class CriticErrors {
  /// Returns with a smaller variance are all equal but for rounding.
  private static final double EQUAL = 1e-12;

  private long count;
  private double values;
  private double returns;
  private double squaredReturns;
  private double errors;
  private double squaredErrors;

  /// Adds a tick.
  ///
  /// @param value predicted when acting
  /// @param target the return that came
  public void add(double value, double target) {
    count++;
    values += value;
    returns += target;
    squaredReturns += target * target;
    errors += target - value;
    squaredErrors += (target - value) * (target - value);
  }

  /// Number of ticks.
  public long count() {
    return count;
  }

  /// Mean predicted value; NaN without ticks.
  public double meanValue() {
    return values / count;
  }

  /// Mean return; NaN without ticks.
  public double meanReturn() {
    return returns / count;
  }

  /// `mean of (return - value)^2`; NaN without ticks.
  public double meanSquare() {
    return squaredErrors / count;
  }

  /// `1 - Var(return - value) / Var(return)`; NaN if all returns are equal, or with less than two
  /// ticks.
  public double explained() {
    double spread = squaredReturns / count - meanReturn() * meanReturn();
    double left = meanSquare() - (errors / count) * (errors / count);
    return count > 1 && spread > EQUAL ? 1 - left / spread : Double.NaN;
  }
}
