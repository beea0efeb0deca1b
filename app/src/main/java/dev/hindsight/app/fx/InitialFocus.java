package dev.hindsight.app.fx;

import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.Parent;

/// Gives the keyboard to what was just put on the screen. FX thread.
public final class InitialFocus {
  private InitialFocus() {}

  /// Puts it into the first control of a part of the window that takes it.
  public static void focus(Parent part) {
    in(part).ifPresent(Node::requestFocus);
  }

  private static Optional<Node> in(Node node) {
    if (!node.isVisible() || node.isDisabled()) {
      return Optional.empty();
    }
    if (node.isFocusTraversable()) {
      return Optional.of(node);
    }
    return node instanceof Parent parent
        ? parent.getChildrenUnmodifiable().stream().flatMap(child -> in(child).stream()).findFirst()
        : Optional.empty();
  }
}
