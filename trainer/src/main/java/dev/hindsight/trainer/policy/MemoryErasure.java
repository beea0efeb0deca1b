package dev.hindsight.trainer.policy;

/// How one tick is removed from a memory.
public enum MemoryErasure {
  /// No later query may look at its slot: as if the agent had been in limbo then.
  CLOSE,
  /// Its keys and values become zeros: queries can look at it but find nothing.
  ZERO
}
