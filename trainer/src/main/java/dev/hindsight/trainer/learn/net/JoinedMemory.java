package dev.hindsight.trainer.learn.net;

import dev.hindsight.trainer.policy.PolicyMemory;
import java.util.List;

/// The memories of several actors that act as one: of a group's networks, or of shares of agents.
///
/// @param parts of each actor, in their order
record JoinedMemory(List<PolicyMemory> parts) implements PolicyMemory {
  /// Copies the list.
  JoinedMemory {
    parts = List.copyOf(parts);
  }

  @Override
  public long bytes() {
    return parts.stream().mapToLong(PolicyMemory::bytes).sum();
  }

  @Override
  public long shared() {
    return parts.stream().mapToLong(PolicyMemory::shared).sum();
  }
}
