package dev.hindsight.inspector.advantage;

import dev.hindsight.trainer.advantage.AdvantageInputs;
import java.util.Optional;

/// The discounts that recorded advantages follow, where nothing declares them: an advantage is
/// linear in gamma and in gamma times lambda, so a least-squares fit over all pairs of ticks
/// between which nothing ends gives both. Where agents have discounts of their own, an advantage is
/// linear in lambda alone if it follows them.
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
    if (agent.ownDiscounts() && !rule.gammaForAll()) {
      Optional<Fit> own = fit(agent, agent.discounts(), recorded).filter(fit -> fit.factor == 1);
      if (own.isPresent()) {
        return own.map(fit -> rule.withLambda(fit.lambda));
      }
    }
    return fit(agent, new float[0], recorded)
        .map(fit -> rule.withGamma(fit.factor).withLambda(fit.lambda));
  }

  /// What fits best.
  ///
  /// @param factor of the next value
  /// @param lambda the factor of the next advantage, divided by that
  private record Fit(double factor, double lambda) {}

  /// @param known `[T]` discounts by which what follows is multiplied before the fit; empty for 1
  private static Optional<Fit> fit(AgentSteps agent, float[] known, float[] recorded) {
    AdvantageInputs steps = agent.steps();
    double values = 0;
    double both = 0;
    double advantages = 0;
    double byValue = 0;
    double byAdvantage = 0;
    for (int t = 0; t + 1 < agent.ticks(); t++) {
      double discount = known.length > 0 ? known[t] : 1;
      double value = discount * steps.value[t + 1];
      double advantage = discount * recorded[t + 1];
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
    double factor = rounded((byValue * advantages - byAdvantage * both) / determinant);
    double carried = (byAdvantage * values - byValue * both) / determinant;
    double lambda = factor > 0 ? rounded(carried / factor) : 0;
    boolean possible = factor > 0 && factor <= 1 && lambda >= 0 && lambda <= 1;
    return possible ? Optional.of(new Fit(factor, lambda)) : Optional.empty();
  }

  private static double rounded(double number) {
    return Math.rint(number * STEPS) / STEPS;
  }
}
