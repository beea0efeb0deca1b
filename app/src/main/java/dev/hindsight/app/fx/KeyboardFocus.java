package dev.hindsight.app.fx;

import java.util.Optional;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import org.jspecify.annotations.Nullable;

/// Finds and moves the keyboard focus. FX thread.
public final class KeyboardFocus {
  private KeyboardFocus() {}

  /// Whether a node is another, or lies inside it.
  public static boolean isInside(Node node, Node outer) {
    for (@Nullable Node at = node; at != null; at = at.getParent()) {
      if (at.equals(outer)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a node is a divider of a split pane, or lies inside one.
  public static boolean isDivider(Node node) {
    for (@Nullable Node at = node; at != null; at = at.getParent()) {
      if (at.getStyleClass().contains("split-pane-divider")) {
        return true;
      }
    }
    return false;
  }

  /// The first focusable node in another, including itself.
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

  /// Focuses a node as soon as it is in the window; a pane that was just opened gets there a little
  /// later.
  public static void soon(Node node) {
    if (node.getScene() != null) {
      node.requestFocus();
      return;
    }
    node.sceneProperty()
        .addListener(
            new ChangeListener<>() {
              @Override
              public void changed(
                  ObservableValue<? extends @Nullable Scene> property,
                  @Nullable Scene before,
                  @Nullable Scene now) {
                property.removeListener(this);
                FxThread.later(node::requestFocus);
              }
            });
  }

  /// Focuses a node so that its focus ring is visible.
  public static void visibly(Node node) {
    node.requestFocus();
  }
}
