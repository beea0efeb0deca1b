package dev.hindsight.app.fx;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/// Controls of a pane that stay beside each other; see [PaneTools]. FX thread.
public interface ToolRow {
  /// What holds them; always the same.
  Region node();

  /// The width below which they rather stand in a row of their own, pixels.
  default double leastWidth() {
    return node().prefWidth(-1);
  }

  /// Says how much room they get; a row that can leave something out does so here.
  ///
  /// @param room pixels
  default void fit(double room) {}

  /// Controls that are all shown, whatever room there is.
  static ToolRow of(Node... controls) {
    HBox row = new HBox(controls);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-tool-row");
    return () -> row;
  }
}
