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

  /// Controls of which one is left out where the row would be too short for all.
  ///
  /// @param dispensable a control that has a key or a command too, anywhere in the row
  static ToolRow leavingOut(Node dispensable, Node... controls) {
    Region row = of(controls).node();
    return new ToolRow() {
      @Override
      public Region node() {
        return row;
      }

      @Override
      public double leastWidth() {
        double spare = dispensable.isManaged() ? dispensable.prefWidth(-1) : 0;
        return row.prefWidth(-1) - spare;
      }

      @Override
      public void fit(double room) {
        double spare = dispensable.isManaged() ? 0 : dispensable.prefWidth(-1);
        boolean fits = row.prefWidth(-1) + spare <= room;
        dispensable.setManaged(fits);
        dispensable.setVisible(fits);
      }
    };
  }

  /// Controls that are all shown, at any width.
  static ToolRow of(Node... controls) {
    HBox row = new HBox(controls);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-tool-row");
    return () -> row;
  }
}
