package dev.hindsight.inspector.live;

import javafx.scene.Node;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/// The parts of a panel one below the other, in a pane of any size. FX thread.
public final class PanelBox extends VBox {
  /// @param parts from top to bottom
  public PanelBox(Node... parts) {
    super(parts);
    getStyleClass().add("hs-panel");
    setMinSize(0, 0);
  }

  /// Gives a part all height the others leave.
  public PanelBox growing(Node part) {
    VBox.setVgrow(part, Priority.ALWAYS);
    return this;
  }

  /// Gives a part height that no part which grows wants.
  public PanelBox yielding(Node part) {
    VBox.setVgrow(part, Priority.SOMETIMES);
    return this;
  }
}
