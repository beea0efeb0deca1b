package dev.hindsight.app.breakpoints;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.trainer.condition.Completion;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.Vocabulary;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// A field for a condition, with completions below it and errors below those. FX thread; checks
/// conditions in the background, since the first check loads a library.
public final class ConditionField extends VBox {
  private static final double ROW = 24;
  private static final int ROWS = 6;

  private final TextField text = new TextField();
  private final ListView<Completion> offers = new ListView<>();
  private final Label faultLabel = new Label();
  private final Vocabulary vocabulary;
  private final BackgroundTasks backgroundTasks;
  private Runnable checking = () -> {};

  /// @param id of the text field
  /// @param done asked when Enter is pressed: receives the condition once it is found valid
  public ConditionField(
      String id,
      Vocabulary vocabulary,
      BackgroundTasks backgroundTasks,
      Supplier<Consumer<String>> done) {
    this.vocabulary = vocabulary;
    this.backgroundTasks = backgroundTasks;
    text.setId(id);
    text.setPromptText("collision[a] != 0");
    text.setAccessibleText(wording("ConditionField.condition"));
    text.getStyleClass().add("hs-condition");
    offers.setId(id + ".offers");
    offers.setAccessibleText(wording("ConditionField.matching_names"));
    offers.setFocusTraversable(false);
    offers.setCellFactory(_ -> new CompletionCell());
    offers.setFixedCellSize(ROW);
    offers.setOnMouseClicked(_ -> accept());
    faultLabel.setId(id + ".told");
    faultLabel.setWrapText(true);
    faultLabel.getStyleClass().add("hs-condition-told");
    text.textProperty().subscribe(_ -> typed());
    text.caretPositionProperty().subscribe(_ -> offer());
    text.focusedProperty().subscribe(_ -> offer());
    text.addEventFilter(KeyEvent.KEY_PRESSED, event -> key(event, done));
    getChildren().addAll(text, offers, faultLabel);
    hide(offers);
    hide(faultLabel);
  }

  /// The current text.
  public String typed() {
    checking.run();
    String now = text.getText();
    offer();
    if (now.isBlank()) {
      tell(Optional.empty());
      return now;
    }
    checking =
        backgroundTasks.startCancellable(
            wording("ConditionField.checking_a_condition"),
            (_, _) -> Condition.check(now, vocabulary),
            checkResult -> tell(fault(checkResult)),
            _ -> {});
    return now;
  }

  /// Sets the text.
  public void set(String condition) {
    if (!text.getText().equals(condition)) {
      text.setText(condition);
    }
  }

  /// Empties the field if it still holds a condition; what the user has typed since stays.
  void clear(String condition) {
    if (text.getText().equals(condition)) {
      text.clear();
    }
  }

  /// The text field, for keyboard focus.
  public TextField field() {
    return text;
  }

  private void key(KeyEvent event, Supplier<Consumer<String>> done) {
    int chosen = offers.getSelectionModel().getSelectedIndex();
    switch (event.getCode()) {
      case DOWN, UP -> {
        int next = chosen + (event.getCode() == KeyCode.DOWN ? 1 : -1);
        if (offers.isVisible()) {
          offers.getSelectionModel().clearSelection();
          if (next >= 0) {
            offers.getSelectionModel().select(Math.min(next, offers.getItems().size() - 1));
            offers.scrollTo(Math.max(0, next - 2));
          }
          event.consume();
        }
      }
      case ENTER -> {
        if (offers.isVisible() && chosen >= 0) {
          accept();
        } else {
          commit(done.get());
        }
        event.consume();
      }
      default -> {
        // All other keys are typing.
      }
    }
  }

  /// Accepts only a valid condition; the check may take longer than the key press.
  private void commit(Consumer<String> done) {
    String now = text.getText();
    backgroundTasks.startCancellable(
        wording("ConditionField.checking_a_condition"),
        (_, _) -> Condition.check(now, vocabulary),
        checkResult -> {
          Optional<String> fault = fault(checkResult);
          if (text.getText().equals(now)) {
            tell(fault);
          }
          if (fault.isEmpty()) {
            done.accept(now);
          }
        },
        _ -> {});
  }

  private static Optional<String> fault(Condition.CheckResult checkResult) {
    return switch (checkResult) {
      case Condition.CheckResult.Valid _ -> Optional.empty();
      case Condition.CheckResult.Invalid invalid -> Optional.of(invalid.fault().sentence());
    };
  }

  private void tell(Optional<String> fault) {
    faultLabel.setText(fault.orElse(""));
    show(faultLabel, fault.isPresent());
  }

  private void offer() {
    List<Completion> found =
        hasKeyboard() && !text.getText().isEmpty()
            ? Completion.of(text.getText(), text.getCaretPosition(), vocabulary)
            : List.of();
    boolean nothingNew = found.isEmpty() || found.getFirst().from() == text.getCaretPosition();
    offers.getItems().setAll(nothingNew ? List.of() : found);
    double height = ROW * Math.min(ROWS, offers.getItems().size()) + 2;
    offers.setMinHeight(height);
    offers.setPrefHeight(height);
    show(offers, !offers.getItems().isEmpty());
  }

  private boolean hasKeyboard() {
    return text.isFocused()
        || (text.getScene() != null && text.equals(text.getScene().getFocusOwner()));
  }

  private void accept() {
    Completion chosen = offers.getSelectionModel().getSelectedItem();
    if (chosen != null) {
      text.setText(chosen.in(text.getText()));
      text.positionCaret(chosen.from() + chosen.text().length());
      hide(offers);
    }
  }

  private static void hide(javafx.scene.Node node) {
    show(node, false);
  }

  private static void show(javafx.scene.Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }

  /// A completion and its description.
  private static final class CompletionCell extends ListCell<Completion> {
    @Override
    protected void updateItem(@Nullable Completion item, boolean empty) {
      super.updateItem(item, empty);
      setText(empty || item == null ? "" : item.text() + "   " + item.doc());
    }
  }
}
