package dev.hindsight.trainer.policy;

/// How one moment is taken out of a memory.
public enum MemoryErasure {
  /// Nobody may look at its slot any more: as if the agent had been in limbo then.
  CLOSE,
  /// Its keys and values become zeros: it can be looked at, and there is nothing to see.
  ZERO
}
