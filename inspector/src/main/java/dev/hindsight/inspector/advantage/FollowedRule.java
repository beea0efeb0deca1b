package dev.hindsight.inspector.advantage;

import dev.hindsight.trainer.advantage.AdvantageInputs;
import java.util.Optional;

/// The discounts that recorded advantages follow, where nothing declares them: an advantage is
/// linear in gamma and in gamma times lambda, so a least-squares fit over all pairs of ticks
/// between which nothing ends gives both.
final class FollowedRule {
  /// Steps to which the fit is rounded: finer than anybody chooses such numbers, and coarser than
  /// the rounding of recorded numbers.
  private static final double STEPS = 1e5;

  /// Below this share of the largest possible determinant, the two numbers cannot be told apart.
  private static final double FLAT = 1e-9;

  private FollowedRule() {}

  /// The rule with the discounts that fit best; empty if the recording does not determine them.
  ///
  /// @param recorded `[T]` advantages
  static Optional<AdvantageRule> of(AgentSteps agent, AdvantageRule rule, float[] recorded) {
    AdvantageInputs steps = agent.steps();
    double values = 0;
    double both = 0;
    double advantages = 0;
    double byValue = 0;
    double byAdvantage = 0;
    for (int t = 0; t + 1 < agent.ticks(); t++) {
      double value = steps.value[t + 1];
      double advantage = recorded[t + 1];
      double rest = recorded[t] - steps.reward[t] + steps.value[t];
      boolean ends = steps.truncation[t] != 0 || steps.terminal[t] != 0 || steps.ended[t] != 0;
      boolean gone = steps.removed[t] != 0 || steps.removed[t + 1] != 0;
      if (!ends && !gone && Double.isFinite(value + advantage + rest)) {
        values += value * value;
        both += value * advantage;
        advantages += advantage * advantage;
        byValue += value * rest;
        byAdvantage += advantage * rest;
      }
    }
    double determinant = values * advantages - both * both;
    if (!(determinant > FLAT * values * advantages)) {
      return Optional.empty();
    }
    double gamma = rounded((byValue * advantages - byAdvantage * both) / determinant);
    double carried = (byAdvantage * values - byValue * both) / determinant;
    double lambda = gamma > 0 ? rounded(carried / gamma) : 0;
    boolean possible = gamma > 0 && gamma <= 1 && lambda >= 0 && lambda <= 1;
    return possible ? Optional.of(rule.withGamma(gamma).withLambda(lambda)) : Optional.empty();
  }

  private static double rounded(double number) {
    return Math.rint(number * STEPS) / STEPS;
  }
}
