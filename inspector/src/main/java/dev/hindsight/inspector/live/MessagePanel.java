package dev.hindsight.inspector.live;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.trainer.rollout.Moment;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;

/// A panel that only says why it shows nothing. FX thread.
public final class MessagePanel implements Panel {
  private final StackPane node = new StackPane();

  /// @param id of the message
  /// @param words the reason, and what to do
  public MessagePanel(String id, String words) {
    WrappedLabel wrappedLabel = WrappedLabel.of(id);
    wrappedLabel.setText(words);
    node.getChildren().add(wrappedLabel);
    node.getStyleClass().add("hs-panel");
    node.setMinSize(0, 0);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment moment) {}

  @Override
  public boolean empty() {
    return true;
  }
}
