package dev.hindsight.app.fx;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/// Controls of a pane that stay side by side; see [PaneTools]. FX thread.
public interface ToolRow {
  /// The node that contains them; always the same.
  Region node();

  /// The least width, in pixels, below which they move to a row of their own.
  default double leastWidth() {
    return node().prefWidth(-1);
  }

  /// Sets the available width; a row that can leave something out does so here.
  ///
  /// @param room in pixels
  default void fit(double room) {}

  /// Controls that are all shown, at any width.
  static ToolRow of(Node... controls) {
    HBox row = new HBox(controls);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-tool-row");
    return () -> row;
  }
}
