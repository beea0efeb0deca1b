package dev.hindsight.trainer.condition;

import java.util.List;
import java.util.function.Function;

/// A question about a tick, and mostly about an agent at it, that was checked against what there is
/// to ask about. Immutable, any thread.
///
/// It is written in CEL (the Common Expression Language); the parser is CEL's own, the checking and
/// computing is ours: numbers of both kinds meet freely, flags count as 1 or 0, and asking
/// allocates nothing.
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

  /// What a text turned out to be.
  public sealed interface CheckResult {
    /// A condition.
    ///
    /// @param condition it
    record Valid(Condition condition) implements CheckResult {}

    /// Something else.
    ///
    /// @param fault the first that was found
    record Invalid(ConditionError fault) implements CheckResult {}
  }

  /// Checks a text. The first time in a process takes some tenths of a second.
  public static CheckResult check(String text, Vocabulary vocabulary) {
    try {
      return new CheckResult.Valid(new ConditionCompiler(vocabulary).compile(text));
    } catch (ConditionError.ConditionException conditionException) {
      return new CheckResult.Invalid(conditionException.fault());
    }
  }

  /// The condition of a text.
  ///
  /// @throws dev.hindsight.trainer.Problem if it is none
  public static Condition of(String text, Vocabulary vocabulary) {
    return switch (check(text, vocabulary)) {
      case CheckResult.Valid valid -> valid.condition();
      case CheckResult.Invalid invalid -> throw invalid.fault().problem();
    };
  }

  /// As it was written.
  public String text() {
    return text;
  }

  /// The names it uses.
  public List<String> signals() {
    return signals;
  }

  /// Whether it asks about each agent in turn, not about the tick alone.
  public boolean perAgent() {
    return perAgent;
  }

  /// Ready to be asked.
  ///
  /// @param values of each of [#signals]
  public Evaluator evaluator(Function<String, Signal> values) {
    return new Evaluator(this, signals.stream().map(values).toArray(Signal[]::new));
  }

  /// A condition together with the values it is asked about. One owner thread; asking allocates
  /// nothing.
  public static final class Evaluator {
    private final Condition condition;
    private final EvaluationFrame evaluationFrame;

    private Evaluator(Condition condition, Signal[] values) {
      this.condition = condition;
      this.evaluationFrame = new EvaluationFrame(values, condition.variables);
    }

    /// What is asked.
    public Condition condition() {
      return condition;
    }

    /// Whether it is so.
    ///
    /// @param agent whom it is asked about; does not matter where the condition is about ticks
    public boolean holds(int tick, int agent) {
      evaluationFrame.tick = tick;
      evaluationFrame.agents[0] = agent;
      return condition.test.of(evaluationFrame);
    }
  }
}
