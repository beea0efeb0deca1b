package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.List;
import java.util.function.Function;

/// A question about a tick, usually about each agent at that tick, checked against the available
/// signals. Immutable, any thread.
///
/// Conditions are written in CEL (the Common Expression Language). The parser is a CEL library's;
/// type checking and evaluation are ours: whole and real numbers mix freely, flags count as 1 or 0,
/// and evaluation allocates nothing.
public final class Condition {
  private final String text;
  private final List<String> signals;
  private final EvaluationFrame.Test test;
  private final int variables;
  private final boolean perAgent;

  Condition(
      String text,
      List<String> signals,
      EvaluationFrame.Test test,
      int variables,
      boolean perAgent) {
    this.text = text;
    this.signals = List.copyOf(signals);
    this.test = test;
    this.variables = variables;
    this.perAgent = perAgent;
  }

  /// The result of checking a text.
  public sealed interface CheckResult {
    /// The text is a condition.
    ///
    /// @param condition the condition
    record Valid(Condition condition) implements CheckResult {}

    /// The text is not a condition.
    ///
    /// @param fault the first one found
    record Invalid(ConditionError fault) implements CheckResult {}
  }

  /// Checks a text. The first call in a process takes some tenths of a second.
  public static CheckResult check(String text, Vocabulary vocabulary) {
    try {
      return new CheckResult.Valid(new ConditionCompiler(vocabulary).compile(text));
    } catch (ConditionError.ConditionException conditionException) {
      return new CheckResult.Invalid(conditionException.fault());
    } catch (LinkageError e) {
      // CEL needs libraries for bytes and messages that Hindsight does not have, and no use for.
      return new CheckResult.Invalid(
          new ConditionError.ConditionException(
                  wording("Condition.it_uses_a_part_of_cel"),
                  0,
                  wording("Condition.write_numbers_names_and_comparisons"))
              .fault());
    }
  }

  /// Compiles a text.
  ///
  /// @throws dev.hindsight.trainer.Problem if it is not a condition
  public static Condition of(String text, Vocabulary vocabulary) {
    return switch (check(text, vocabulary)) {
      case CheckResult.Valid valid -> valid.condition();
      case CheckResult.Invalid invalid -> throw invalid.fault().problem();
    };
  }

  /// The text as the user wrote it.
  public String text() {
    return text;
  }

  /// The names it uses.
  public List<String> signals() {
    return signals;
  }

  /// Whether it is about each agent, not about the tick alone.
  public boolean perAgent() {
    return perAgent;
  }

  /// Makes an evaluator.
  ///
  /// @param values maps each of [#signals] to its values
  public Evaluator evaluator(Function<String, Signal> values) {
    return new Evaluator(this, signals.stream().map(values).toArray(Signal[]::new));
  }

  /// A condition bound to the values of its signals. One owner thread; evaluation allocates
  /// nothing.
  public static final class Evaluator {
    private final Condition condition;
    private final EvaluationFrame evaluationFrame;

    private Evaluator(Condition condition, Signal[] values) {
      this.condition = condition;
      this.evaluationFrame = new EvaluationFrame(values, condition.variables);
    }

    /// The condition.
    public Condition condition() {
      return condition;
    }

    /// Whether the condition holds.
    ///
    /// @param agent ignored if the condition is about ticks
    public boolean holds(int tick, int agent) {
      evaluationFrame.tick = tick;
      evaluationFrame.agents[0] = agent;
      return condition.test.of(evaluationFrame);
    }
  }
}
