package dev.hindsight.trainer.env.airspace.baseline;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;

/// All aircraft resolve their conflicts by modified voltage potential: the baseline without
/// learning.
public final class MvpType implements ScriptedPolicyType {
  @Override
  public String id() {
    return "airspace-mvp";
  }

  @Override
  public Policy open(Checkpoint checkpoint, EnvironmentShape shape) {
    return new MvpPolicy(shape);
  }
}
