package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.condition.EvaluationFrame.Num;
import dev.hindsight.trainer.condition.EvaluationFrame.Test;

/// What the signs of CEL do to numbers and flags.
///
/// Numbers of both kinds meet freely. Where both are whole a quotient is cut towards 0, as in CEL;
/// where CEL would fail (dividing by 0) the outcome is NaN, of which no comparison but `!=` holds.
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

  /// A quotient of whole numbers.
  static Num quotient(Num left, Num right) {
    return evaluationFrame -> {
      double by = right.of(evaluationFrame);
      return by == 0 ? Double.NaN : cut(left.of(evaluationFrame) / by);
    };
  }

  /// Towards 0.
  static double cut(double number) {
    return number < 0 ? Math.ceil(number) : Math.floor(number);
  }
}
