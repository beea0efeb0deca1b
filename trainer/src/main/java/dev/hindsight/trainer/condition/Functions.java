package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.condition.EvaluationFrame.Num;
import java.util.List;

/// What can be called by name.
final class Functions {
  /// Every one of them.
  static final List<String> NAMES = List.of("abs", "double", "int", "max", "min", "nan", "size");

  private Functions() {}

  /// The least of several; NaN where one of them is.
  static Num least(List<Num> several) {
    Num[] all = several.toArray(Num[]::new);
    return evaluationFrame -> {
      double least = all[0].of(evaluationFrame);
      for (int i = 1; i < all.length; i++) {
        least = Math.min(least, all[i].of(evaluationFrame));
      }
      return least;
    };
  }

  /// The largest of several; NaN where one of them is.
  static Num largest(List<Num> several) {
    Num[] all = several.toArray(Num[]::new);
    return evaluationFrame -> {
      double largest = all[0].of(evaluationFrame);
      for (int i = 1; i < all.length; i++) {
        largest = Math.max(largest, all[i].of(evaluationFrame));
      }
      return largest;
    };
  }

  /// What a function is for, for a list of completions.
  static String doc(String name) {
    return switch (name) {
      case "abs" -> "abs(x): absolute value";
      case "double" -> "double(x): as a decimal number, so that / keeps the fraction";
      case "int" -> "int(x): rounded towards 0";
      case "max" -> "max(x, y, …): the largest";
      case "min" -> "min(x, y, …): the smallest";
      case "nan" -> "nan(a): something of the agent is NaN; nan(x): the number is";
      case "size" -> "agents.filter(b, …).size(): how many agents";
      default -> "";
    };
  }
}
