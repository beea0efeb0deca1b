package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;
import java.util.Optional;

/// A recording that is still being made, or was cut off.
record UnfinishedRollout(Rollout real) implements ForwardingRollout {
  @Override
  public boolean complete() {
    return false;
  }

  @Override
  public Optional<NpyArray> last(String name) {
    return Optional.empty();
  }

  @Override
  public Optional<Summary> summary() {
    return Optional.empty();
  }
}
