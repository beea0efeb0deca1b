package dev.hindsight.inspector.breakpoint;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionError;
import dev.hindsight.trainer.condition.ConditionHits;
import dev.hindsight.trainer.condition.ConditionScan;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;

/// The result of searching a recording for a condition. Immutable.
public sealed interface ConditionResult {
  /// The search has not run yet.
  record Pending() implements ConditionResult {}

  /// It holds at these moments.
  ///
  /// @param condition the condition searched for
  /// @param hits where it holds
  record Completed(Condition condition, ConditionHits hits) implements ConditionResult {}

  /// It is not a valid condition, or cannot be computed for this recording.
  ///
  /// @param why a sentence
  record Failed(String why) implements ConditionResult {}

  /// Searches for a condition. Reads every tick: for a background thread.
  static ConditionResult of(
      String text, Signals signals, Progress progress, Cancellation cancellation) {
    return switch (Condition.check(text, signals.vocabulary())) {
      case Condition.CheckResult.Invalid(ConditionError conditionError) ->
          new Failed(conditionError.sentence());
      case Condition.CheckResult.Valid valid -> {
        try {
          Condition condition = valid.condition();
          yield new Completed(
              condition, ConditionScan.of(condition, signals, progress, cancellation));
        } catch (Problem problem) {
          yield new Failed(problem.where() + ": " + problem.what() + " - " + problem.remedy());
        }
      }
    };
  }
}
