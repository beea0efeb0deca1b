package dev.hindsight.trainer.condition;

/// What a condition is asked about: a tick, and an agent for each variable. Overwritten for every
/// question; one owner thread.
final class EvaluationFrame {
  final Signal[] signals;
  final int[] agents;
  int tick;

  /// @param signals the values of each name, in the order of [Condition#signals]
  /// @param variables how many agents are named at one time, at the most
  EvaluationFrame(Signal[] signals, int variables) {
    this.signals = signals;
    agents = new int[variables];
  }

  /// A number of a tick. Evaluated in hot loops: allocates nothing.
  @FunctionalInterface
  interface Num {
    double of(EvaluationFrame evaluationFrame);
  }

  /// A yes or no of a tick. Evaluated in hot loops: allocates nothing.
  @FunctionalInterface
  interface Test {
    boolean of(EvaluationFrame evaluationFrame);
  }
}
