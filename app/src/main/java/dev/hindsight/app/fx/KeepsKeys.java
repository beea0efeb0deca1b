package dev.hindsight.app.fx;

import javafx.scene.input.KeyEvent;

/// A control of our own that uses some keys itself while it has the focus, so that they do not
/// trigger commands of the window. FX thread.
public interface KeepsKeys {
  /// Whether the control uses a key.
  boolean keeps(KeyEvent event);
}
