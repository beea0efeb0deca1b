package dev.hindsight.inspector.attention;

/// Whether a query's weight on itself is drawn.
public enum Diagonal {
  /// It is drawn.
  SHOWN,
  /// It is not drawn and does not affect the colour scale; otherwise it often outshines all others.
  HIDDEN
}
