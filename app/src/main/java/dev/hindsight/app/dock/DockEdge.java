package dev.hindsight.app.dock;

/// An edge of a pane or of the whole layout.
public enum DockEdge {
  /// Towards the beginning of a row.
  LEFT,
  /// Towards the end of a row.
  RIGHT,
  /// Up.
  TOP,
  /// Down.
  BOTTOM;

  /// The flow in which a part at this edge lies beside the rest.
  LayoutNode.Flow flow() {
    return switch (this) {
      case LEFT, RIGHT -> LayoutNode.Flow.COLUMNS;
      case TOP, BOTTOM -> LayoutNode.Flow.ROWS;
    };
  }

  /// Whether a part at this edge comes first.
  boolean leads() {
    return this == LEFT || this == TOP;
  }
}
