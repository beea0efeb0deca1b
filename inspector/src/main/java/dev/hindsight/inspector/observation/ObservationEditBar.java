package dev.hindsight.inspector.observation;

import java.util.Optional;
import java.util.function.BiConsumer;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/// Lets the agent see another number than there is, for a branch. FX thread.
final class ObservationEditBar extends HBox {
  private static final PseudoClass WRONG = PseudoClass.getPseudoClass("danger");

  private final Label name = new Label();
  private final TextField value = new TextField();
  private final Button propose = new Button("Replace");
  private final BiConsumer<Integer, Float> proposals;
  private Optional<ObservationPart> part = Optional.empty();

  /// @param proposals gets a dimension and the raw number that is to be seen there
  ObservationEditBar(BiConsumer<Integer, Float> proposals) {
    super(6);
    this.proposals = proposals;
    setAlignment(Pos.CENTER_LEFT);
    value.setId("observation.value");
    value.setPromptText("new value");
    value.setAccessibleText("New value for the policy to observe");
    value.setPrefColumnCount(8);
    value.setOnAction(_ -> accept());
    propose.setId("observation.propose");
    propose.setTooltip(new Tooltip("Add it to the list of changes for a branch"));
    propose.setMinWidth(USE_PREF_SIZE);
    propose.setOnAction(_ -> accept());
    name.setMinWidth(0);
    HBox.setHgrow(name, Priority.ALWAYS);
    name.setMaxWidth(Double.MAX_VALUE);
    getChildren().addAll(name, value, propose);
    show(Optional.empty(), "", "");
  }

  /// Is about a number, or about none.
  ///
  /// @param called what it is called
  /// @param seen what is seen there
  void show(Optional<ObservationPart> next, String called, String seen) {
    setVisible(next.isPresent());
    setManaged(next.isPresent());
    name.setText(called + " is " + seen);
    if (!next.equals(part)) {
      part = next;
      value.setText(seen);
    }
  }

  /// Puts the keyboard where the number is typed.
  void focusValue() {
    if (part.isPresent()) {
      value.requestFocus();
      value.selectAll();
    }
  }

  private void accept() {
    try {
      float number = Float.parseFloat(value.getText().strip());
      value.pseudoClassStateChanged(WRONG, false);
      part.ifPresent(here -> proposals.accept(here.from(), number));
    } catch (NumberFormatException _) {
      value.pseudoClassStateChanged(WRONG, true);
    }
  }
}
