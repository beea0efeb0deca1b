package dev.hindsight.trainer.parity;

/// The kind of memory of a network, which decides what limbo can do to it.
public enum MemoryKind {
  /// Attention under a mask: limbo can be hidden from it.
  ATTENTION,
  /// A state that every tick changes, even in limbo.
  STATE,
  /// None.
  NOTHING
}
