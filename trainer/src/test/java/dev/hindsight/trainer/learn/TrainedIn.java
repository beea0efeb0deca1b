package dev.hindsight.trainer.learn;

import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Origin;
import java.util.Optional;

/// Where shipped policies come from, for tests that record them as they were trained.
public final class TrainedIn {
  private TrainedIn() {}

  /// Nothing for a policy without weights.
  public static Optional<Origin> of(String shipped) {
    return ShippedPolicies.file(shipped).map(Checkpoints::read).flatMap(Origin::of);
  }
}
