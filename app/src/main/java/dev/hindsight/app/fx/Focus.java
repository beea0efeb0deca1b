package dev.hindsight.app.fx;

import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.Parent;
import org.jspecify.annotations.Nullable;

/// Where the keyboard is. FX thread.
public final class Focus {
  private Focus() {}

  /// Whether a node lies in another, or is it.
  public static boolean isInside(Node node, Node outer) {
    for (@Nullable Node at = node; at != null; at = at.getParent()) {
      if (at.equals(outer)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a node is a divider of a split, or lies in one.
  public static boolean isDivider(Node node) {
    for (@Nullable Node at = node; at != null; at = at.getParent()) {
      if (at.getStyleClass().contains("split-pane-divider")) {
        return true;
      }
    }
    return false;
  }

  /// The first node inside another, or itself, that takes the keyboard.
  public static Optional<Node> first(Node node) {
    if (!node.isVisible() || node.isDisabled()) {
      return Optional.empty();
    }
    if (node.isFocusTraversable()) {
      return Optional.of(node);
    }
    return node instanceof Parent parent
        ? parent.getChildrenUnmodifiable().stream()
            .flatMap(child -> first(child).stream())
            .findFirst()
        : Optional.empty();
  }

  /// Gives a node the keyboard so that the ring about it is seen.
  public static void visibly(Node node) {
    node.requestFocus();
  }
}
