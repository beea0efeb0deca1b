package dev.hindsight.app.dock;

import java.util.Optional;

/// Everything that changes a layout. A command about a missing pane, or one without effect, changes
/// nothing.
public sealed interface LayoutCommand {
  /// Opens a pane at its default position, or brings an open one to the front.
  record Open(PaneId pane, DefaultDockPosition home) implements LayoutCommand {}

  /// Closes a pane.
  record Close(PaneId pane) implements LayoutCommand {}

  /// Brings a pane to the front of its tabs.
  record Show(PaneId pane) implements LayoutCommand {}

  /// Moves a pane one step towards an edge: out of its tabs to a place of its own, from there to
  /// the tabs of its neighbour or, without a neighbour, to the edge of the layout.
  record Move(PaneId pane, DockEdge edge) implements LayoutCommand {}

  /// Gives a pane's part of the innermost split in a direction more space, or less.
  ///
  /// @param share added to its share; negative for less
  record Grow(PaneId pane, LayoutNode.Flow flow, double share) implements LayoutCommand {}

  /// Sets the arrangement; keeps the pane states.
  ///
  /// @param root empty to close all panes
  record Arrange(Optional<LayoutNode> root) implements LayoutCommand {}

  /// Replaces the layout, including the pane states.
  record Replace(Layout layout) implements LayoutCommand {}

  /// Stores the state of a pane.
  record Detail(PaneId pane, String text) implements LayoutCommand {}
}
