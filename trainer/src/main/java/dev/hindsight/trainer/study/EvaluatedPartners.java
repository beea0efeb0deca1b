package dev.hindsight.trainer.study;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.partner.PartneredPolicy;
import dev.hindsight.trainer.policy.Policy;
import java.util.List;

/// The co-players of an evaluation: for each episode one of them is drawn.
///
/// @param population to draw from
/// @param opener opens it beside a policy
public record EvaluatedPartners(PartnerPopulation population, Opener opener) {
  /// Opens the partners of a vector environment.
  @FunctionalInterface
  public interface Opener {
    /// @param own drives the egos; closed with the result
    /// @param shape of all worlds side by side
    /// @param egos of each world
    PartneredPolicy beside(Policy own, EnvironmentShape shape, List<Integer> egos);
  }
}
