package dev.hindsight.app.fx;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/// A question across the top of a view, with its answers as buttons behind the words. It takes room
/// only while it is asked. FX thread.
public class QuestionRow extends HBox {
  private final Label words = new Label();

  /// @param id its own; that of its words ends in `.words`
  @SuppressWarnings("this-escape") // Nothing calls back before it is part of a scene.
  public QuestionRow(String id) {
    super(8);
    words.setWrapText(true);
    words.setMaxWidth(Double.MAX_VALUE);
    words.setId(id + ".words");
    setHgrow(words, Priority.ALWAYS);
    getChildren().add(words);
    setId(id);
    setAlignment(Pos.CENTER_LEFT);
    getStyleClass().add("hs-training-bar");
    managedProperty().bind(visibleProperty());
    setVisible(false);
  }

  /// Adds answers.
  protected final void answers(Node... buttons) {
    getChildren().addAll(buttons);
  }

  /// Shows the question.
  public final void ask(String text) {
    words.setText(text);
    setVisible(true);
  }

  /// A question with these answers.
  public static QuestionRow of(String id, Node... buttons) {
    QuestionRow row = new QuestionRow(id);
    row.answers(buttons);
    return row;
  }
}
