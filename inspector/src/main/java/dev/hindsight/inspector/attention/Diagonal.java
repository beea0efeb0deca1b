package dev.hindsight.inspector.attention;

/// Whether a query's weight on itself is drawn.
public enum Diagonal {
  /// It is.
  SHOWN,
  /// It is not, and counts for no scale: often it outshines everything else.
  HIDDEN
}
