package dev.hindsight.app.host;

import dev.hindsight.app.fx.OverflowPane;
import dev.hindsight.inspector.live.WrappedLabel;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;

/// Shows a pane's content with, while it has nothing to show, the question it answers above it.
/// Scrolls if the pane is too low for both. FX thread.
public final class QuestionPane extends BorderPane {
  private final String id;
  private final WrappedLabel question;
  private final Node content;

  /// @param id of the pane, a prefix for the ids of the nodes it adds
  /// @param sentence the question it answers
  public QuestionPane(String id, String sentence, Node content) {
    this.id = id;
    this.content = content;
    question = WrappedLabel.muted(id + ".asks");
    question.setText(sentence);
    question.setMaxWidth(Double.MAX_VALUE);
    question.getStyleClass().add("hs-question");
    setMinWidth(0);
    setCenter(content);
  }

  /// The node to dock: this pane, made scrollable.
  public OverflowPane scrolling() {
    return OverflowPane.downwards(id, this);
  }

  /// Shows the question while the content is empty.
  public void ask(boolean empty) {
    if (empty != (getTop() != null)) {
      setTop(empty ? question : null);
    }
  }

  @Override
  public Orientation getContentBias() {
    return Orientation.HORIZONTAL;
  }

  @Override
  protected double computeMinHeight(double width) {
    double above = getTop() == null ? 0 : question.minHeight(width);
    return above + content.minHeight(width);
  }
}
