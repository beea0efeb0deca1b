package dev.hindsight.app.window;

import atlantafx.base.controls.ModalPane;
import dev.hindsight.app.fx.KeyboardFocus;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.Parent;

/// Where dialogs lie over the window. Each has the keyboard while it is there; then that goes back
/// to what had it before. FX thread.
///
/// Dialogs appear and go without a transition: the one AtlantaFX brings scales along Z, too, and
/// JavaFX's software pipeline drops a transform that is not flat, its translation included
/// (`SWGraphics.transform` ignores what `deriveWithConcatenation` returns). It would paint the
/// dialog in the top left corner, where nothing is cleaned up, as its bounds are elsewhere.
final class DialogLayer {
  private final ModalPane pane = new ModalPane();
  private Optional<Node> before = Optional.empty();

  DialogLayer() {
    // The dialog takes the keyboard, what lies around it has nothing to do with it.
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

  /// What lies over everything else.
  Node node() {
    return pane;
  }

  /// Whether a dialog is there.
  boolean shown() {
    return pane.isDisplay();
  }

  /// Shows a dialog, in the place of one that is there.
  void show(Parent dialog) {
    if (before.isEmpty() && pane.getScene() != null) {
      before = Optional.ofNullable(pane.getScene().getFocusOwner());
    }
    pane.show(dialog);
    // The dialog is in the window, and can have the keyboard, before the next key arrives.
    pane.applyCss();
    pane.layout();
    KeyboardFocus.first(dialog).ifPresent(Node::requestFocus);
  }

  /// Puts the dialog away.
  void hide() {
    pane.hide();
  }
}
