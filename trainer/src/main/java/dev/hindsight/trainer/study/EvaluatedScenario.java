package dev.hindsight.trainer.study;

import java.util.Optional;
import java.util.OptionalLong;

/// A world in which to evaluate.
///
/// @param scenario its name; empty if the environment generates its own
/// @param partner who controls the co-players; empty if there are none
/// @param seed of its environment; if empty, every episode has another one
public record EvaluatedScenario(String scenario, Optional<String> partner, OptionalLong seed) {
  /// A scenario without partner or fixed seed.
  public static EvaluatedScenario named(String scenario) {
    return new EvaluatedScenario(scenario, Optional.empty(), OptionalLong.empty());
  }
}
