package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.condition.EvaluationFrame.Num;
import java.util.List;

/// The functions that conditions can call.
final class Functions {
  /// Their names.
  static final List<String> NAMES = List.of("abs", "double", "int", "max", "min", "nan", "size");

  private Functions() {}

  /// The smallest of several numbers; NaN if one of them is NaN.
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

  /// The largest of several numbers; NaN if one of them is NaN.
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

  /// What a function does, for a list of suggestions.
  static String doc(String name) {
    return switch (name) {
      case "abs" -> wording("Functions.abs_x_absolute_value");
      case "double" -> wording("Functions.double_x_as_a_decimal_number");
      case "int" -> wording("Functions.int_x_rounded_towards_0");
      case "max" -> wording("Functions.max_x_y_the_largest");
      case "min" -> wording("Functions.min_x_y_the_smallest");
      case "nan" -> wording("Functions.nan_a_something_of_the_agent");
      case "size" -> wording("Functions.agents_filter_b_size_how_many");
      default -> "";
    };
  }
}
