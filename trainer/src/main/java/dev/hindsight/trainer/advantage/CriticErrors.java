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
  private double squaredErrors;

  /// Return and error of the first tick. Distances from these are summed and squared, not the
  /// numbers themselves: the squares of large returns that hardly differ would lose the difference
  /// in rounding.
  private double firstReturn;

  private double firstError;
  private double returnsApart;
  private double squaredReturnsApart;
  private double errorsApart;
  private double squaredErrorsApart;

  /// Adds a tick.
  ///
  /// @param value predicted when acting
  /// @param target the return that came
  public void add(double value, double target) {
    double error = target - value;
    firstReturn = count == 0 ? target : firstReturn;
    firstError = count == 0 ? error : firstError;
    count++;
    values += value;
    returns += target;
    squaredErrors += error * error;
    returnsApart += target - firstReturn;
    squaredReturnsApart += (target - firstReturn) * (target - firstReturn);
    errorsApart += error - firstError;
    squaredErrorsApart += (error - firstError) * (error - firstError);
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
    double spread = variance(returnsApart, squaredReturnsApart);
    double left = variance(errorsApart, squaredErrorsApart);
    return count > 1 && spread > EQUAL ? 1 - left / spread : Double.NaN;
  }

  private double variance(double sum, double squares) {
    return squares / count - (sum / count) * (sum / count);
  }
}
