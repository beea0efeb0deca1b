package dev.hindsight.app.dock;

/// A side of a pane or of the whole.
public enum DockEdge {
  /// Towards the beginning of a row.
  LEFT,
  /// Towards the end of a row.
  RIGHT,
  /// Up.
  TOP,
  /// Down.
  BOTTOM;

  /// The direction in which something on this side lies beside what has the side.
  LayoutNode.Flow flow() {
    return switch (this) {
      case LEFT, RIGHT -> LayoutNode.Flow.COLUMNS;
      case TOP, BOTTOM -> LayoutNode.Flow.ROWS;
    };
  }

  /// Whether what lies on this side comes first.
  boolean leads() {
    return this == LEFT || this == TOP;
  }
}
