package dev.hindsight.trainer.env.airspace.baseline;

import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.policy.TensorMismatches;
import java.util.Map;
import java.util.Optional;

/// A policy of the airspace that was not learned: it has no weights.
sealed interface ScriptedPolicyType extends PolicyType permits MvpType, StraightType {
  @Override
  default Optional<String> environment() {
    return Optional.of("airspace");
  }

  @Override
  default TensorMismatches mismatches(Checkpoint checkpoint) {
    return TensorMismatches.between(checkpoint, Map.of());
  }
}
