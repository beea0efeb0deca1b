package dev.hindsight.app.dock;

import dev.hindsight.app.fx.KeyboardFocus;
import java.util.List;
import javafx.scene.Node;
import software.coley.bentofx.control.HeaderPane;
import software.coley.bentofx.layout.container.DockContainerLeaf;

/// A pane that has all the room for a while, with its tabs; the others are out of sight in their
/// places. FX thread.
///
/// @param pane the one that was asked for
/// @param leaf its place
/// @param content what is in that place
/// @param at which child of the place it is
record MaximisedPane(PaneId pane, DockContainerLeaf leaf, Node content, int at) {
  /// Takes the content of a place out of it, over everything else.
  ///
  /// @param layers what lies above one another
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

  /// Puts it back.
  void restore(List<Node> layers) {
    layers.remove(content);
    layers.forEach(layer -> layer.setVisible(true));
    List<Node> place = leaf.getChildren();
    place.add(Math.min(at, place.size()), content);
  }

  /// Whether a node lies in it.
  boolean holds(Node node) {
    return KeyboardFocus.isInside(node, content);
  }
}
