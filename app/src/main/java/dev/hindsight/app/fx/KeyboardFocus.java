package dev.hindsight.app.fx;

import java.util.Optional;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import org.jspecify.annotations.Nullable;

/// Where the keyboard is. FX thread.
public final class KeyboardFocus {
  private KeyboardFocus() {}

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

  /// Gives a node the keyboard as soon as it is in the window; a pane that was just opened gets
  /// there a little later.
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

  /// Gives a node the keyboard so that the ring about it is seen.
  public static void visibly(Node node) {
    node.requestFocus();
  }
}
