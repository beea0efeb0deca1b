package dev.hindsight.trainer.condition;

/// The context of one evaluation: a tick, and an agent for each variable. Overwritten for every
/// evaluation; one owner thread.
final class EvaluationFrame {
  final Signal[] signals;
  final int[] agents;
  int tick;

  /// @param signals the values of each name, in the order of [Condition#signals]
  /// @param variables the largest number of agent variables in scope at once
  EvaluationFrame(Signal[] signals, int variables) {
    this.signals = signals;
    agents = new int[variables];
  }

  /// Computes a number. Hot: allocates nothing.
  @FunctionalInterface
  interface Num {
    double of(EvaluationFrame evaluationFrame);
  }

  /// Computes a yes or no. Hot: allocates nothing.
  @FunctionalInterface
  interface Test {
    boolean of(EvaluationFrame evaluationFrame);
  }
}
