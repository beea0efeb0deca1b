package dev.hindsight.app.fx;

import atlantafx.base.theme.Styles;
import dev.hindsight.inspector.live.WordsConverter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextField;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;

/// A form with labels on the left and inputs on the right. A label's id is the input's id, prefixed
/// with `label.`. FX thread.
public final class FormGrid extends GridPane {
  /// An empty form.
  public FormGrid() {
    getStyleClass().add("hs-form");
    ColumnConstraints labels = new ColumnConstraints();
    labels.setMinWidth(USE_PREF_SIZE);
    ColumnConstraints inputs = new ColumnConstraints();
    inputs.setHgrow(Priority.ALWAYS);
    getColumnConstraints().addAll(labels, inputs);
  }

  /// Adds any input.
  public void field(String label, String id, Node input) {
    Label words = new Label(label);
    words.setId("label." + id);
    words.setLabelFor(input);
    input.setId(id);
    switch (input) {
      case Spinner<?> spinner -> spinner.getEditor().setAccessibleText(label);
      case ComboBox<?> box -> box.getEditor().setAccessibleText(label);
      default -> {}
    }
    addRow(getRowCount(), words, input);
  }

  /// Adds a choice from a list.
  ///
  /// @param words the text of an item
  /// @param chosen receives every later choice
  public <T> void choice(
      String label,
      String id,
      List<T> items,
      T first,
      Function<T, String> words,
      Consumer<T> chosen) {
    ComboBox<T> box = new ComboBox<>();
    box.getItems().setAll(items);
    box.setConverter(new WordsConverter<>(words));
    box.setValue(first);
    box.setMaxWidth(Double.MAX_VALUE);
    box.valueProperty().addListener((_, _, value) -> chosen.accept(value));
    field(label, id, box);
  }

  /// Adds a text field with suggestions.
  ///
  /// @param typed receives the text after every change
  public void typed(
      String label, String id, List<String> offers, String first, Consumer<String> typed) {
    ComboBox<String> box = new ComboBox<>();
    box.setEditable(true);
    box.getItems().setAll(offers.stream().distinct().toList());
    box.setValue(first);
    box.setMaxWidth(Double.MAX_VALUE);
    box.getEditor().textProperty().addListener((_, _, text) -> typed.accept(text));
    field(label, id, box);
  }

  /// Adds a text field.
  ///
  /// @param typed receives the text after every change
  public void text(String label, String id, String first, Consumer<String> typed) {
    field(label, id, textField(first, typed));
  }

  /// Adds a text field for a seed, and marks it while its text is none.
  ///
  /// @param typed receives the text after every change
  public void seed(String id, String first, Consumer<String> typed) {
    TextField field = textField(first, typed);
    field
        .textProperty()
        .addListener(
            (_, _, text) -> field.pseudoClassStateChanged(Styles.STATE_DANGER, !isSeed(text)));
    field("Seed", id, field);
  }

  private static TextField textField(String first, Consumer<String> typed) {
    TextField field = new TextField(first);
    field.textProperty().addListener((_, _, text) -> typed.accept(text));
    return field;
  }

  private static boolean isSeed(String text) {
    try {
      long _ = Long.parseLong(text.strip());
      return true;
    } catch (NumberFormatException _) {
      return false;
    }
  }

  /// Adds and returns a field for a whole number from 1.
  ///
  /// @param most the largest allowed number
  public Spinner<Integer> number(
      String label, String id, int most, int first, Consumer<Integer> chosen) {
    return number(label, id, 1, most, first, chosen);
  }

  /// Adds and returns a field for a whole number.
  ///
  /// @param least the smallest allowed number
  /// @param most the largest allowed number
  public Spinner<Integer> number(
      String label, String id, int least, int most, int first, Consumer<Integer> chosen) {
    Spinner<Integer> spinner = new WholeNumberSpinner(least, most, first);
    spinner.setMaxWidth(Double.MAX_VALUE);
    spinner.valueProperty().addListener((_, _, value) -> chosen.accept(value));
    field(label, id, spinner);
    return spinner;
  }
}
