package dev.hindsight.trainer.env.airspace.baseline;

import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Misfits;
import dev.hindsight.trainer.policy.PolicyType;
import java.util.Map;
import java.util.Optional;

/// A policy of the airspace that was not learned: it has no weights.
sealed interface Script extends PolicyType permits MvpType, StraightType {
  @Override
  default Optional<String> environment() {
    return Optional.of("airspace");
  }

  @Override
  default Misfits misfits(Checkpoint checkpoint) {
    return Misfits.between(checkpoint, Map.of());
  }
}
