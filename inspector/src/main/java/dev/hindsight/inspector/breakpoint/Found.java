package dev.hindsight.inspector.breakpoint;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionScan;
import dev.hindsight.trainer.condition.Fault;
import dev.hindsight.trainer.condition.Hits;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;

/// What came of looking for a condition in a recording. Immutable.
public sealed interface Found {
  /// Nobody has looked yet.
  record Sought() implements Found {}

  /// It holds at these moments.
  ///
  /// @param condition it
  /// @param hits where it holds
  record There(Condition condition, Hits hits) implements Found {}

  /// It is no condition, or cannot be computed here.
  ///
  /// @param why a sentence
  record Wrong(String why) implements Found {}

  /// Looks for a condition. Reads every tick: for a background thread.
  static Found of(String text, Signals signals, Progress progress, Cancellation cancellation) {
    return switch (Condition.check(text, signals.vocabulary())) {
      case Condition.Checked.Wrong(Fault fault) -> new Wrong(fault.sentence());
      case Condition.Checked.Right right -> {
        try {
          Condition condition = right.condition();
          yield new There(condition, ConditionScan.of(condition, signals, progress, cancellation));
        } catch (Problem problem) {
          yield new Wrong(problem.where() + ": " + problem.what() + " - " + problem.remedy());
        }
      }
    };
  }
}
