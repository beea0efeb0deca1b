package dev.hindsight.trainer.branch;

import dev.hindsight.trainer.policy.PolicyMemory;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Keeps copies of a policy's memory within a budget: one for every tick at first; when they take
/// too much, for every second, every fourth, ... tick. One owner thread.
///
/// What the copies share cannot be thinned out; where that alone is too much, none is kept, and a
/// tick is reached by living through its episode again.
final class MemorySnapshots {
  private final long budget;
  private final NavigableMap<Integer, PolicyMemory> kept = new TreeMap<>();
  private int stride = 1;
  private long own;
  private long shared;
  private boolean full;

  MemorySnapshots(long budget) {
    this.budget = budget;
  }

  /// Whether a copy of this tick is to be made at all.
  boolean isDue(int tick) {
    return !full && tick % stride == 0;
  }

  void put(int tick, PolicyMemory policyMemory) {
    kept.put(tick, policyMemory);
    own += policyMemory.bytes();
    shared += policyMemory.shared();
    if (shared > budget) {
      kept.clear();
      own = 0;
      shared = 0;
      full = true;
    }
    while (own + shared > budget && kept.size() > 1) {
      thin();
    }
  }

  private void thin() {
    stride *= 2;
    kept.entrySet()
        .removeIf(entry -> {
          boolean dropped = entry.getKey() % stride != 0;
          own -= dropped ? entry.getValue().bytes() : 0;
          return dropped;
        });
  }

  NavigableMap<Integer, PolicyMemory> kept() {
    return kept;
  }

  long bytes() {
    return own + shared;
  }
}
