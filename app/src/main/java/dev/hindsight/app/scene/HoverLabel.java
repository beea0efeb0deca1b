package dev.hindsight.app.scene;

import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Pane;

/// A few words beside the pointer about what is under it. Takes no part in picking. FX thread.
final class HoverLabel extends Pane {
  private static final double RIGHT = 14;
  private static final double BELOW = 18;

  private final Label words = new Label();
  private double x;
  private double y;

  HoverLabel() {
    setMouseTransparent(true);
    words.setId("hover");
    words.getStyleClass().add("hs-hover");
    words.setVisible(false);
    getChildren().add(words);
  }

  /// Goes where the pointer goes.
  void follow(MouseEvent event) {
    x = event.getX();
    y = event.getY();
    place();
  }

  /// Says something, or nothing when it is empty.
  void tell(String text) {
    words.setText(text);
    words.setVisible(!text.isEmpty());
    place();
  }

  /// To the right and below; on the other side where the room ends.
  private void place() {
    double width = words.prefWidth(-1);
    double height = words.prefHeight(-1);
    double left = x + RIGHT + width > getWidth() ? x - RIGHT - width : x + RIGHT;
    double top = y + BELOW + height > getHeight() ? y - BELOW - height : y + BELOW;
    words.relocate(Math.max(0, left), Math.max(0, top));
  }

  @Override
  protected void layoutChildren() {
    words.autosize();
    place();
  }
}
