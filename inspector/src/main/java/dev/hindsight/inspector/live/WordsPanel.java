package dev.hindsight.inspector.live;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.trainer.rollout.Moment;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;

/// A panel that can only say why it shows nothing. FX thread.
public final class WordsPanel implements Panel {
  private final StackPane node = new StackPane();

  /// @param id of the words
  /// @param words why, and what to do
  public WordsPanel(String id, String words) {
    Sentence sentence = Sentence.of(id);
    sentence.setText(words);
    node.getChildren().add(sentence);
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
