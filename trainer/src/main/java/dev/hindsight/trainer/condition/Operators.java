package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.condition.EvaluationFrame.Num;
import dev.hindsight.trainer.condition.EvaluationFrame.Test;

/// The operators of CEL on numbers and flags.
///
/// Whole and real numbers mix freely. The quotient of two whole numbers is truncated towards 0, as
/// in CEL; where CEL would fail (dividing by 0) the result is NaN, for which every comparison
/// except `!=` is false.
final class Operators {
  private Operators() {}

  static Test compare(String sign, Num left, Num right) {
    return switch (sign) {
      case "_==_" -> evaluationFrame -> left.of(evaluationFrame) == right.of(evaluationFrame);
      case "_!=_" -> evaluationFrame -> left.of(evaluationFrame) != right.of(evaluationFrame);
      case "_<_" -> evaluationFrame -> left.of(evaluationFrame) < right.of(evaluationFrame);
      case "_<=_" -> evaluationFrame -> left.of(evaluationFrame) <= right.of(evaluationFrame);
      case "_>_" -> evaluationFrame -> left.of(evaluationFrame) > right.of(evaluationFrame);
      case "_>=_" -> evaluationFrame -> left.of(evaluationFrame) >= right.of(evaluationFrame);
      default -> throw new IllegalArgumentException(sign);
    };
  }

  static Num arithmetic(String sign, Num left, Num right) {
    return switch (sign) {
      case "_+_" -> evaluationFrame -> left.of(evaluationFrame) + right.of(evaluationFrame);
      case "_-_" -> evaluationFrame -> left.of(evaluationFrame) - right.of(evaluationFrame);
      case "_*_" -> evaluationFrame -> left.of(evaluationFrame) * right.of(evaluationFrame);
      case "_/_" -> evaluationFrame -> left.of(evaluationFrame) / right.of(evaluationFrame);
      case "_%_" -> evaluationFrame -> left.of(evaluationFrame) % right.of(evaluationFrame);
      default -> throw new IllegalArgumentException(sign);
    };
  }

  /// The quotient of whole numbers.
  static Num quotient(Num left, Num right) {
    return evaluationFrame -> {
      double by = right.of(evaluationFrame);
      return by == 0 ? Double.NaN : cut(left.of(evaluationFrame) / by);
    };
  }

  /// Truncates towards 0.
  static double cut(double number) {
    return number < 0 ? Math.ceil(number) : Math.floor(number);
  }
}
