package dev.hindsight.app.dock;

import dev.hindsight.app.dock.LayoutNode.Tabs;
import java.util.Optional;

/// How a pane is moved without a mouse. Every arrangement can be reached from every other by these
/// steps and resizing.
final class PaneMoves {
  private static final double HALF = 0.5;

  /// What a pane takes of the whole when it is moved to its edge.
  private static final double EDGE = 0.3;

  private PaneMoves() {}

  /// The tree after [LayoutCommand.Move].
  static LayoutNode moved(LayoutNode root, PaneId pane, DockEdge dockEdge) {
    if (LayoutTreeEdits.company(root, pane) > 0) {
      return LayoutTreeEdits.tabsWith(root, pane, tabs -> splitOff(tabs, pane, dockEdge));
    }
    Optional<LayoutNode> rest = LayoutTreeEdits.without(root, pane);
    return LayoutGeometry.neighbour(root, pane, dockEdge)
        .map(host -> LayoutTreeEdits.joining(rest.orElseThrow(), host.shown(), pane))
        .or(() -> rest.map(left -> LayoutTreeEdits.attached(left, Tabs.of(pane), dockEdge, EDGE)))
        .orElse(root);
  }

  private static LayoutNode splitOff(Tabs tabs, PaneId pane, DockEdge dockEdge) {
    return LayoutTreeEdits.attached(
        LayoutTreeEdits.without(tabs, pane).orElseThrow(), Tabs.of(pane), dockEdge, HALF);
  }
}
