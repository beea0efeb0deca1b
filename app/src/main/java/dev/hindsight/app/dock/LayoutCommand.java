package dev.hindsight.app.dock;

import java.util.Optional;

/// Everything that changes how panes are arranged. One about a pane that is not there, or that is
/// already so, changes nothing.
public sealed interface LayoutCommand {
  /// Open a pane in its home; one that is open comes to the front.
  record Open(PaneId pane, DefaultDockPosition home) implements LayoutCommand {}

  /// Close a pane.
  record Close(PaneId pane) implements LayoutCommand {}

  /// Bring a pane to the front of its tabs.
  record Show(PaneId pane) implements LayoutCommand {}

  /// Move a pane one step towards an edge: out of its tabs to a place of its own, from a place of
  /// its own to the tabs of its neighbour, and where there is no neighbour to the edge of the
  /// whole.
  record Move(PaneId pane, DockEdge edge) implements LayoutCommand {}

  /// Give a pane's part of the innermost split in a direction more room, or less.
  ///
  /// @param share what is added to its share; negative for less
  record Grow(PaneId pane, LayoutNode.Flow flow, double share) implements LayoutCommand {}

  /// Arrange the panes as this; what they remember stays.
  ///
  /// @param root nothing to close all
  record Arrange(Optional<LayoutNode> root) implements LayoutCommand {}

  /// Take over another layout, with what its panes remember.
  record Replace(Layout layout) implements LayoutCommand {}

  /// Keep what a pane wants to remember about itself.
  record Detail(PaneId pane, String text) implements LayoutCommand {}
}
