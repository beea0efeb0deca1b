package dev.hindsight.trainer.parity;

/// What a network remembers with, and so what may come of what it saw in limbo.
public enum MemoryKind {
  /// Attention under a mask: limbo can be hidden from it.
  ATTENTION,
  /// A state every tick goes into, limbo too.
  STATE,
  /// Nothing.
  NOTHING
}
