package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;

/// What is wrong with a condition.
///
/// @param what without a full stop
/// @param column of the text where the error was noticed, from 1
/// @param remedy what to write instead
public record ConditionError(String what, int column, String remedy) {
  /// The error as a problem.
  public Problem problem() {
    return new Problem(what, wording("ConditionError.condition_column", column), remedy);
  }

  /// One line to show below the text.
  public String sentence() {
    return wording("ConditionError.column", column, what, remedy);
  }

  /// Carries an error out of a nested expression.
  static final class ConditionException extends RuntimeException {
    @java.io.Serial private static final long serialVersionUID = 1;

    private final transient ConditionError conditionError;

    ConditionException(String what, int column, String remedy) {
      super(what, null, false, false);
      conditionError = new ConditionError(what, column, remedy);
    }

    ConditionError fault() {
      return conditionError;
    }
  }
}
