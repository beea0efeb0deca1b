package dev.hindsight.app.window;

import atlantafx.base.controls.ModalPane;
import dev.hindsight.app.fx.KeyboardFocus;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.Parent;

/// The layer for dialogs over the window. A dialog has the keyboard focus while it is open;
/// afterwards the focus returns to its previous owner. FX thread.
///
/// Dialogs appear and disappear without a transition: AtlantaFX's transition also scales along Z,
/// and JavaFX's software pipeline drops a transform that is not flat, including its translation
/// (`SWGraphics.transform` ignores the result of `deriveWithConcatenation`). It would paint the
/// dialog in the top left corner, where nothing repaints, as its bounds are elsewhere.
final class DialogLayer {
  private final ModalPane pane = new ModalPane();
  private Optional<Node> before = Optional.empty();

  DialogLayer() {
    // The dialog takes the keyboard focus, not the area around it.
    pane.setFocusTraversable(false);
    pane.setInTransitionFactory(null);
    pane.setOutTransitionFactory(null);
    pane.displayProperty()
        .subscribe(shown -> {
          if (!shown) {
            before.filter(node -> node.getScene() != null).ifPresent(Node::requestFocus);
            before = Optional.empty();
          }
        });
  }

  /// The node on top of everything else.
  Node node() {
    return pane;
  }

  /// Whether a dialog is open.
  boolean shown() {
    return pane.isDisplay();
  }

  /// Shows a dialog, replacing an open one.
  void show(Parent dialog) {
    if (before.isEmpty() && pane.getScene() != null) {
      before = Optional.ofNullable(pane.getScene().getFocusOwner());
    }
    pane.show(dialog);
    // The dialog is in the window and can take the keyboard focus before the next key arrives.
    pane.applyCss();
    pane.layout();
    KeyboardFocus.first(dialog).ifPresent(Node::requestFocus);
  }

  /// Closes the dialog.
  void hide() {
    pane.hide();
  }
}
