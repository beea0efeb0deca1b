package dev.hindsight.trainer.env.airspace.baseline;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Misfits;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyType;
import java.util.Map;
import java.util.Optional;

/// Everybody resolves its conflicts by modified voltage potential: what there is without learning.
public final class MvpType implements PolicyType {
  @Override
  public String id() {
    return "airspace-mvp";
  }

  @Override
  public Optional<String> environment() {
    return Optional.of("airspace");
  }

  @Override
  public Misfits misfits(Checkpoint checkpoint) {
    return Misfits.between(checkpoint, Map.of());
  }

  @Override
  public Policy open(Checkpoint checkpoint, EnvironmentShape shape) {
    return new MvpPolicy(shape);
  }
}
