package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.condition.Frame.Num;
import dev.hindsight.trainer.condition.Frame.Test;

/// What the signs of CEL do to numbers and flags.
///
/// Numbers of both kinds meet freely. Where both are whole a quotient is cut towards 0, as in CEL;
/// where CEL would fail (dividing by 0) the outcome is NaN, of which no comparison but `!=` holds.
final class Operators {
  private Operators() {}

  static Test compare(String sign, Num left, Num right) {
    return switch (sign) {
      case "_==_" -> frame -> left.of(frame) == right.of(frame);
      case "_!=_" -> frame -> left.of(frame) != right.of(frame);
      case "_<_" -> frame -> left.of(frame) < right.of(frame);
      case "_<=_" -> frame -> left.of(frame) <= right.of(frame);
      case "_>_" -> frame -> left.of(frame) > right.of(frame);
      case "_>=_" -> frame -> left.of(frame) >= right.of(frame);
      default -> throw new IllegalArgumentException(sign);
    };
  }

  static Num arithmetic(String sign, Num left, Num right) {
    return switch (sign) {
      case "_+_" -> frame -> left.of(frame) + right.of(frame);
      case "_-_" -> frame -> left.of(frame) - right.of(frame);
      case "_*_" -> frame -> left.of(frame) * right.of(frame);
      case "_/_" -> frame -> left.of(frame) / right.of(frame);
      case "_%_" -> frame -> left.of(frame) % right.of(frame);
      default -> throw new IllegalArgumentException(sign);
    };
  }

  /// A quotient of whole numbers.
  static Num quotient(Num left, Num right) {
    return frame -> {
      double by = right.of(frame);
      return by == 0 ? Double.NaN : cut(left.of(frame) / by);
    };
  }

  /// Towards 0.
  static double cut(double number) {
    return number < 0 ? Math.ceil(number) : Math.floor(number);
  }
}
