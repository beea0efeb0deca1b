package dev.hindsight.app.dock;

import dev.hindsight.app.dock.LayoutNode.Tabs;
import java.util.Optional;

/// How a pane is moved without a mouse. Every arrangement can be reached from every other by these
/// steps and resizing.
final class Moves {
  private static final double HALF = 0.5;

  /// What a pane takes of the whole when it is moved to its edge.
  private static final double EDGE = 0.3;

  private Moves() {}

  /// The tree after [LayoutCommand.Move].
  static LayoutNode moved(LayoutNode root, PaneId pane, Edge edge) {
    if (Surgery.company(root, pane) > 0) {
      return Surgery.tabsWith(root, pane, tabs -> splitOff(tabs, pane, edge));
    }
    Optional<LayoutNode> rest = Surgery.without(root, pane);
    return Places.neighbour(root, pane, edge)
        .map(host -> Surgery.joining(rest.orElseThrow(), host.shown(), pane))
        .or(() -> rest.map(left -> Surgery.attached(left, Tabs.of(pane), edge, EDGE)))
        .orElse(root);
  }

  private static LayoutNode splitOff(Tabs tabs, PaneId pane, Edge edge) {
    return Surgery.attached(Surgery.without(tabs, pane).orElseThrow(), Tabs.of(pane), edge, HALF);
  }
}
