package dev.hindsight.trainer.learn.net;

import dev.hindsight.trainer.policy.PolicyMemory;
import java.util.List;

/// The memories of the networks that act for a group.
///
/// @param parts of each network
record GroupMemory(List<PolicyMemory> parts) implements PolicyMemory {
  /// Copies the list.
  GroupMemory {
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
