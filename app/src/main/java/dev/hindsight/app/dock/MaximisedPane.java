package dev.hindsight.app.dock;

import dev.hindsight.app.fx.KeyboardFocus;
import java.util.List;
import javafx.scene.Node;
import software.coley.bentofx.control.HeaderPane;
import software.coley.bentofx.layout.container.DockContainerLeaf;

/// A maximised pane with its tabs; the other panes are hidden in their places. FX thread.
///
/// @param pane the requested pane
/// @param leaf its dock
/// @param content the content of the dock
/// @param at index of the content among the dock's children
record MaximisedPane(PaneId pane, DockContainerLeaf leaf, Node content, int at) {
  /// Takes the content out of its dock and puts it over everything else.
  ///
  /// @param layers the stacked nodes of the docks
  static MaximisedPane of(PaneId pane, DockContainerLeaf leaf, List<Node> layers) {
    Node content =
        leaf.getChildren().stream().filter(HeaderPane.class::isInstance).findFirst().orElseThrow();
    MaximisedPane large =
        new MaximisedPane(pane, leaf, content, leaf.getChildren().indexOf(content));
    leaf.getChildren().remove(content);
    layers.forEach(layer -> layer.setVisible(false));
    layers.add(content);
    return large;
  }

  /// Puts the content back into its dock.
  void restore(List<Node> layers) {
    layers.remove(content);
    layers.forEach(layer -> layer.setVisible(true));
    List<Node> place = leaf.getChildren();
    place.add(Math.min(at, place.size()), content);
  }

  /// Whether it contains a node.
  boolean holds(Node node) {
    return KeyboardFocus.isInside(node, content);
  }
}
