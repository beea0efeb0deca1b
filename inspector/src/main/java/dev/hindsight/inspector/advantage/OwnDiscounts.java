package dev.hindsight.inspector.advantage;

import dev.hindsight.trainer.learn.training.ObservedWeights;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Arrays;
import java.util.Optional;

/// The discount factors that agents of a recording have of their own: each observes the one of its
/// episode, and training discounts by what it observes ([ObservedWeights]).
final class OwnDiscounts {
  private final int number;
  private final String name;
  private final Optional<AgentColumn> observed;

  private OwnDiscounts(int number, String name, Optional<AgentColumn> observed) {
    this.number = number;
    this.name = name;
    this.observed = observed;
  }

  /// Those of a recording; empty if its agents have none of their own.
  static Optional<OwnDiscounts> of(Rollout rollout) {
    ObservationLayout layout = rollout.manifest().observation();
    ObservedWeights weights = ObservedWeights.of(layout);
    return weights.ownDiscount()
        ? Optional.of(
            new OwnDiscounts(
                weights.discount(),
                layout.nameOf(weights.discount()),
                AgentColumn.observation(rollout)))
        : Optional.empty();
  }

  /// The name of the observed number.
  String name() {
    return name;
  }

  /// Whether the recording holds what agents observed.
  boolean recorded() {
    return observed.isPresent();
  }

  /// The discounts of an agent, `[T]`; NaN if the recording does not hold them.
  float[] of(int agent, int ticks) {
    float[] discounts = new float[ticks];
    Arrays.fill(discounts, Float.NaN);
    for (int t = 0; observed.isPresent() && t < ticks; t++) {
      discounts[t] = (float) observed.get().value(t, agent, number);
    }
    return discounts;
  }
}
