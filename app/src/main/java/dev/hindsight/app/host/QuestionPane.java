package dev.hindsight.app.host;

import dev.hindsight.app.fx.OverflowPane;
import dev.hindsight.inspector.live.WrappedLabel;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;

/// What a pane shows, and above it, while it shows nothing yet, the question it answers. A pane
/// that is lower than both need scrolls. FX thread.
public final class QuestionPane extends BorderPane {
  private final String id;
  private final WrappedLabel question;
  private final Node content;

  /// @param id of the pane, put before the ids of what is added to it
  /// @param sentence which question it answers
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

  /// What is docked: this, in a pane that scrolls where it is too low.
  public OverflowPane scrolling() {
    return OverflowPane.downwards(id, this);
  }

  /// Shows the question while there is nothing else to show.
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
