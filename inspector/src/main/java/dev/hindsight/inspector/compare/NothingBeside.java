package dev.hindsight.inspector.compare;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.trainer.rollout.Moment;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;

/// The panel of a recording that is looked at alone: says how to compare it. FX thread.
final class NothingBeside implements Panel {
  private final StackPane node = new StackPane();

  NothingBeside() {
    Label words =
        new Label(
            "This recording is looked at alone. The commands \"Compare with…\" and \"Compare with"
                + " another checkpoint…\" in the menu File open it beside another.");
    words.setWrapText(true);
    words.setId("differences-sentence");
    words.getStyleClass().add("hs-sentence");
    node.getChildren().add(words);
    node.getStyleClass().add("hs-panel");
    node.setMinSize(0, 0);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment moment) {}
}
